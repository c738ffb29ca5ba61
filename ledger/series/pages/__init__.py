"""What the pages of a series show: the rulebook's figures with names, words and addresses. Nothing is added up here."""
