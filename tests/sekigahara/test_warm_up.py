"""Threads that decode a struct for the first time at the same moment do not end the process."""

import subprocess
import sys

from games.api.parameters import Seen
from sekigahara.server import warm_up
from tests.kit.processes import PROJECT

AT_ONCE = """
import sys, threading
import sekigahara.asgi
import msgspec
sys.setswitchinterval(1e-6)
meet = threading.Barrier(8)
all_of_them = sekigahara.asgi.warm_up.ours()

def decode():
    for struct in all_of_them:
        meet.wait()
        try:
            msgspec.convert(dict.fromkeys(struct.__struct_encode_fields__), struct)
        except msgspec.ValidationError:
            pass

threads = [threading.Thread(target=decode) for _number in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
print(len(all_of_them), "structs")
"""


def test_decoded_structs_can_be_met_by_many_threads_at_once() -> None:
    command = [sys.executable, "-c", AT_ONCE]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(" structs\n")
    assert int(done.stdout.split()[0]) > 200


def test_query_parameters_are_prepared_too() -> None:
    assert Seen in warm_up.ours()
