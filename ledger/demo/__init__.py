"""Made-up tables for looking around: three circles, forty series, the same every time. See `manage.py demo`."""
