"""Tests the lines that receive webhooks."""

import base64
import json
import os
import unittest
from datetime import datetime, timedelta, timezone

from standardwebhooks import Webhook
from webhooks import verify_webhook

SECRETS = ["whsec_" + base64.b64encode(text).decode() for text in (b"the secret of one", b"the secret of another")]
os.environ["AUTHDOCK_WEBHOOK_SECRETS"] = " ".join(SECRETS)

from authdock_client.models import UserCreatedEvent, WebhookTestEvent  # noqa: E402
from receiver import app, people  # noqa: E402

ID = "019ad2f0-9c1e-7b60-8f3e-0d6f8b0d2f11"
USER = {
    "id": "019ad2f0-0000-7b60-8f3e-0d6f8b0d2f11",
    "first_name": "Zoë",
    "last_name": "Lovelace",
    "full_name": "Zoë Lovelace",
    "initials": "ZL",
    "email": "zoe@example.com",
    "external_id": "",
    "status": "active",
    "role": "user",
    "avatar_url": None,
    "timezone": "UTC",
    "email_verified_at": None,
    "created_at": "2026-11-21T09:30:00.000Z",
    "updated_at": "2026-11-21T09:30:00.000Z",
}


def event_of(kind: str) -> bytes:
    event = {
        "id": ID,
        "type": kind,
        "occurred_at": "2026-11-21T09:30:00.000Z",
        "trace_id": ID,
        "subject": {"type": "user", "id": USER["id"]},
        "actor": None,
        "data": USER,
        "previous": None,
    }
    return json.dumps(event).encode()


def headers_of(body: bytes, secret: str = SECRETS[0], age: int = 0) -> dict[str, str]:
    at = datetime.now(timezone.utc) - timedelta(seconds=age)
    return {
        "Content-Type": "application/json",
        "webhook-id": ID,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": "v1,AAAA " + Webhook(secret).sign(ID, at, body.decode()),
    }


class Verify(unittest.TestCase):
    def test_returns_the_event_as_its_model(self) -> None:
        body = event_of("user.created")
        for secret in SECRETS:
            event = verify_webhook(body, headers_of(body, secret), SECRETS)
            assert isinstance(event, UserCreatedEvent)
            self.assertEqual(str(event.id), ID)

    def test_returns_a_test_of_the_webhook(self) -> None:
        test = {**json.loads(event_of("webhook.test")), "subject": {"type": "webhook", "id": ID}}
        body = json.dumps({**test, "data": {"id": ID, "description": "Accounts of the shop"}}).encode()
        event = verify_webhook(body, headers_of(body), SECRETS)
        assert isinstance(event, WebhookTestEvent)
        self.assertEqual(event.data.description, "Accounts of the shop")

    def test_returns_nothing_for_a_type_that_is_newer_than_the_client(self) -> None:
        body = event_of("user.promoted")
        self.assertIsNone(verify_webhook(body, headers_of(body), SECRETS))

    def test_rejects_what_the_service_has_not_sent(self) -> None:
        body = event_of("user.created")
        for changed, headers, secrets in (
            (body, headers_of(body), SECRETS[1:]),
            (body, headers_of(body), []),
            (body + b" ", headers_of(body), SECRETS),
            (body, headers_of(body, age=301), SECRETS),
            (body, {}, SECRETS),
            (body, {**headers_of(body), "webhook-signature": "of another form"}, SECRETS),
        ):
            with self.assertRaises(ValueError):
                verify_webhook(changed, headers, secrets)


class Receiver(unittest.TestCase):
    def test_handles_events_and_rejects_what_the_service_has_not_sent(self) -> None:
        with app.test_client() as client:
            for kind, known in (("user.created", {USER["id"]: USER["email"]}), ("user.deleted", {})):
                body = event_of(kind)
                answer = client.post("/hooks/authdock", data=body, headers=headers_of(body))
                self.assertEqual((answer.status_code, people), (204, known))
                refused = client.post("/hooks/authdock", data=body + b" ", headers=headers_of(body))
                self.assertEqual(refused.status_code, 400)
