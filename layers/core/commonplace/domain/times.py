"""Times that depend on each other or on template.yaml. `tests/template/test_times.py` checks both.

Names say the unit where it is not microseconds, in which the clock counts.
"""

from __future__ import annotations

from .clock import SECOND

# Timeouts of functions, in seconds. API Gateway gives up on an answer after 30.
API_TIMEOUT_SECONDS = 30
SHORT_TIMEOUT_SECONDS = 6  # in Globals: most functions
MEDIUM_TIMEOUT_SECONDS = 15  # a first search reads all of a store
LONG_TIMEOUT_SECONDS = 29  # loads a model, reads all of a large store, or waits for another server
BACKGROUND_TIMEOUTS_SECONDS = (60, 300)

# A write takes its time when it begins (write_clock.py). If the clock of writes, which knows what others committed
# meanwhile, is ahead of that by more than this once it is stored, it is stored again with a new time.
MAX_WRITE_TIME = SHORT_TIMEOUT_SECONDS * SECOND
CLOCK_SKEW = 1 * SECOND  # between two machines that share no clock of writes: on AWS
# A reader of news also reads what has a time within this before its last read, so it misses no slow write.
REREAD_WINDOW = MAX_WRITE_TIME + CLOCK_SKEW

# Rights. The API's authorizers and the endpoint of MCP cache a caller for so long; a call that began before a
# change ends within a few seconds more. The docs promise 25 in all, the dashboard's pages 30.
RIGHTS_CACHED = 20 * SECOND
CONNECTORS_CACHED = RIGHTS_CACHED  # an account's connectors and their tools, in a process
RIGHTS_CHANGE_WITHIN_SECONDS = 25
PAGES_PROMISE_SECONDS = 30

# Limits for another server's answer, in seconds: each leaves time to answer and to write.
CONNECTOR_CALL_SECONDS = 20.0
CONNECTOR_LIST_SECONDS = 4.0  # all connectors of an account together
CONNECTOR_TEST_SECONDS = 15.0
ISSUER_SECONDS = 2.0  # one document of the identity provider; the authorizer may need two, a sign-in three

# Rounds of deleting begin so many seconds after an erasure was asked for. No function that writes runs as long, so
# all writes from before the erasure end before the last round.
ERASURE_ROUNDS = (0, 10, 20, 35)

# Idempotency keys of what takes long. No function that holds one runs for half as long. Who is asked to wait waits
# at most so long at a time: clients give up on more than 30 s, and after two waits such a function has ended.
KEY_HELD = 60 * SECOND
KEY_ASKED_AGAIN = 15 * SECOND

# Work that stops in time, so that the call can answer how far it came.
IMPORT_SECONDS = 20.0
EMBEDDING_OF_A_CALL = 12 * SECOND  # sentences of a long text; the rest is embedded in the background
SWEEP_STEP_MILLISECONDS = 12_000  # left when a step begins: it reads a page and writes a hundred actions
