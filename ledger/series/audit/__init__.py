"""Does everything that is stored follow from the events?"""
