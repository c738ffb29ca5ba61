"""Made-up tables for looking around: six circles, 120 series over a year, the same every time (`manage.py demo`)."""
