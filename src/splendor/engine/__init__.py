"""The rules: functions from values to values."""
