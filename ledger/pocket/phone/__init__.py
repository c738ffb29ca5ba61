"""What runs in the phone: its settings and addresses, its own pages, and the changes that wait to be sent."""
