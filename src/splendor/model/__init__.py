"""What the game is made of: values that know no rules."""
