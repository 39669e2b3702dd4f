"""What is compared with what: the names of the subjects, and the ratios we hold ourselves to.

An *action* is one submitted action with the chance entries it causes. The yardstick is python-chess taking
one ply as text: reading it, checking that it is legal, playing it.
"""

from tests.benchmarks.outcome import Goal

YARDSTICK = "python-chess: push_uci, a ply"
CHESS_TRUSTED = "python-chess: push, a ply"
CHESS_OPTIONS = "python-chess: legal moves, a move listed"
CHESS_RESTORE = "python-chess: Board(fen), a board"
CATAN_COPY = "catanatron: game.copy(), a copy"
CATAN_ACTION = "catanatron: generate and apply, an action"
DOMINO_ACTION = "open_spiel: Python dominoes, an action"
DIPLOMACY_ORDER = "diplomacy: set and resolve, an order"

VALIDATED_REPLAY = "engine: validated replay, an action"
TRUSTED_REPLAY = "engine: trusted replay, an action"
OPTIONS = "engine: options, an answer listed"
RESTORE = "engine: restore, a state"
CLONE = "engine: clone, a state"
ROUND_TRIP = "engine: restore, apply, encode, both views"
ROUND_TRIP_EARLY = f"{ROUND_TRIP} at action 50"
ROUND_TRIP_LATE = f"{ROUND_TRIP} at action 1,500"

RAW_TRANSACTION = "psycopg: one raw transaction"
RAW_REQUEST = "psycopg behind uvicorn: a request, at 8 clients"
SUBMIT = "service: submit an action, in process"
SERVED_SUBMIT = "service: submit an action, at 8 clients"
COLD_LOAD = "service: cold load of a game, an action of 1,000"

ENGINE_GOALS = (
    Goal("E1", "validated replay ÷ push_uci", VALIDATED_REPLAY, YARDSTICK, must=2.0, stretch=1.0),
    Goal("E2", "trusted replay ÷ push_uci", TRUSTED_REPLAY, YARDSTICK, must=0.7, stretch=0.4),
    Goal("E3", "options, an answer ÷ legal moves, a move", OPTIONS, CHESS_OPTIONS, must=2.2, stretch=1.0),
    Goal("E4", "restore ÷ Board(fen)", RESTORE, CHESS_RESTORE, must=1.0, stretch=0.2),
    Goal("E5", "clone ÷ catanatron's copy", CLONE, CATAN_COPY, must=1.0, stretch=0.2),
    Goal("E6", "round trip ÷ push_uci", ROUND_TRIP, YARDSTICK, must=13, stretch=11),
    Goal("E7", "round trip late ÷ early", ROUND_TRIP_LATE, ROUND_TRIP_EARLY, must=1.2, stretch=1.05),
)

WORST_OPTIONS = Goal("E8", "options as JSON, in the worst position found, ms", must=5)
CACHED = Goal("E9", "a cached game, bytes")

SERVICE_GOALS = (
    # S1 to S4 measure the machine's hour as much as us: they are printed, and nothing has to be reached.
    Goal("S1", "submit in process ÷ raw transaction", SUBMIT, RAW_TRANSACTION),
    Goal("S2", "submit ÷ raw, processor time", SUBMIT, RAW_TRANSACTION, is_processor_time=True),
    Goal("S6", "cold load ÷ validated replay", COLD_LOAD, VALIDATED_REPLAY, must=1.5, stretch=1.2),
)
SERVED_GOALS = (
    # requests a second are the other way round than what each takes
    Goal("S3", "requests/s ÷ raw, 8 clients", RAW_REQUEST, SERVED_SUBMIT, is_more_better=True),
)
P99 = Goal("S4", "p99 ÷ p50, 8 clients")
CONTENDED = Goal("S4", "errors, 8 clients at one game", is_exact=True)
STATEMENTS = Goal("S5", "SQL statements of an action, with commit", must=4, stretch=2, is_exact=True)
CALLS = Goal("S8", "Python calls of an action, mean of 60", must=1_300, stretch=1_000, is_exact=True)
NUDGES = Goal("S7", "delay() calls of a request", must=1, stretch=1, is_exact=True)
EARLY_NUDGES = Goal("S7", "delay() calls before the commit", must=0, is_exact=True)

#: Told, never judged: where the peers themselves stand.
PEER_GOALS = (
    Goal("P1", "python-chess push ÷ push_uci", CHESS_TRUSTED, YARDSTICK),
    Goal("P2", "open_spiel dominoes ÷ push_uci", DOMINO_ACTION, YARDSTICK),
    Goal("P3", "catanatron ÷ push_uci", CATAN_ACTION, YARDSTICK),
    Goal("P4", "diplomacy ÷ push_uci", DIPLOMACY_ORDER, YARDSTICK),
)

YARDSTICK_1000 = "python-chess: push_uci, 1,000 plies"
GAME_PAGE = "page: a game on my turn"
GAME_PAGE_COLD = "page: a game on my turn, nothing cached"
MY_GAMES = "page: my games"
LOBBY = "page: open games"
STATIC_PAGES = {"page: rules": "/rules/", "page: an edition": "/editions/kessen/", "page: settings": "/me/"}
TURN_MAIL = "mail: it is your turn"

PAGE_GOALS = (
    Goal("W1", "game page, on my turn", GAME_PAGE, YARDSTICK_1000, 1.2, 0.7, is_processor_time=True),
    Goal("W1", "game page, nothing cached", GAME_PAGE_COLD, YARDSTICK_1000, is_processor_time=True),
    Goal("W2", "my games", MY_GAMES, YARDSTICK_1000, 0.9, 0.5, is_processor_time=True),
    Goal("W2", "open games", LOBBY, YARDSTICK_1000, 0.9, 0.5, is_processor_time=True),
    *(
        Goal("W3", name.removeprefix("page: "), name, YARDSTICK_1000, 0.6, 0.2, is_processor_time=True)
        for name in STATIC_PAGES
    ),
    Goal("W4", "a turn's mail, made and sent", TURN_MAIL, YARDSTICK_1000, 1, 0.6, is_processor_time=True),
)
"""In units of 1,000 plies of the yardstick."""
MAIL_SIZE = Goal("W4", "a turn's mail, kB", must=35, stretch=30, is_exact=True)
GAME_STATEMENTS = Goal("W5", "SQL statements, game page", must=8, stretch=5, is_exact=True)
MY_GAMES_STATEMENTS = Goal("W5", "SQL statements, my games", must=6, stretch=4, is_exact=True)
LOBBY_STATEMENTS = Goal("W5", "SQL statements, open games", must=5, stretch=3, is_exact=True)
"""One of them reads how those who offer games have played."""
PAGE_SIZE = Goal("W6", "game page without fonts, kB", must=120, stretch=80, is_exact=True)
PAGE_SIZE_WITH_FONTS = Goal("W6", "game page with fonts, kB", must=300, stretch=200, is_exact=True)
PAGE_REQUESTS = Goal("W6", "game page, requests", must=12, stretch=8, is_exact=True)
