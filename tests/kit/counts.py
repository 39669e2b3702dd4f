"""A pytest plugin: at the end of a run, what tests counted of a player's work stands beside what it may be.

A test says so by ``record_property(COUNTED, (what, before, goal, found))``, all of it in words.
"""

import pytest

COUNTED = "counted"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.getreports("passed")
    rows = [value for each in reports for name, value in each.user_properties if name == COUNTED]
    if not rows:
        return
    terminalreporter.section("taps and loads")
    for row in [("", "at first", "goal", "counted"), *sorted(rows)]:
        terminalreporter.write_line("{:<30}{:<18}{:<18}{}".format(*row))
