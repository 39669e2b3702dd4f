"""English: as deadlines are written everywhere, with the day first and a clock of 24 hours."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
