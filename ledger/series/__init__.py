"""Series and hands: the chain of events, its changes, and the tables that follow from the events."""
