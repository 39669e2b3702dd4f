"""Several processes that listen together."""

import socket

import uvicorn

from sekigahara.web_server import listen


def test_answers_do_not_wait_for_the_client_to_confirm_their_head() -> None:
    """What is set where one listens holds for whoever connects."""
    config = uvicorn.Config("sekigahara.asgi:application", port=0)
    with listen(config) as listening:
        listening.listen()
        with socket.create_connection(listening.getsockname()) as client:
            client.sendall(b"x")
            served, _address = listening.accept()
            with served:
                assert served.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
