"""A receiver of webhooks with Flask. docs/webhooks.md shows these lines."""

# region receiver
import os

from authdock_client.models import UserCreatedEvent, UserDeletedEvent
from flask import Flask, request
from webhooks import verify_webhook

app = Flask(__name__)
secrets = os.environ["AUTHDOCK_WEBHOOK_SECRETS"].split()
people: dict[str, str] = {}


@app.post("/hooks/authdock")
def receive() -> tuple[str, int]:
    try:
        event = verify_webhook(request.get_data(), dict(request.headers), secrets)
    except ValueError:
        return "", 400
    match event:  # the same event can arrive again
        case UserCreatedEvent(data=user):
            people[str(user.id)] = user.email
        case UserDeletedEvent(subject=user):
            people.pop(str(user.id), None)
    return "", 204


# endregion
