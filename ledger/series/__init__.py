"""Series and hands: recording, correcting, following."""
