"""A receiver of webhooks with the package of Standard Webhooks. It answers with the type of the event."""

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

port, secret = sys.argv[1:]
webhook = Webhook(secret)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            self.answer(200, webhook.verify(body, dict(self.headers))["type"])
        except WebhookVerificationError as error:
            self.answer(400, str(error))

    def answer(self, status: int, text: str) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())


HTTPServer(("127.0.0.1", int(port)), Receiver).serve_forever()
