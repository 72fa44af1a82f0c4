"""The rules in the terms of other libraries; each module needs an extra of its own."""
