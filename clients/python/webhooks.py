"""Receives webhooks. docs/webhooks.md shows these lines."""

# region verify
import json
from collections.abc import Mapping, Sequence

from authdock_client import models
from standardwebhooks import Webhook, WebhookVerificationError


def verify_webhook(body: bytes, headers: Mapping[str, str], secrets: Sequence[str]) -> object:
    """Checks that the service has sent the request.

    Returns the event as the model of its type, such as `models.UserCreatedEvent`, or None for a type that this client
    doesn't know. Raises ValueError for a request of someone else, and for one that is more than five minutes old.
    """
    for endpoint in [Webhook(secret) for secret in secrets]:
        try:
            endpoint.verify(body, dict(headers), json_parse=False)
        except (WebhookVerificationError, ValueError):  # ValueError for a signature of another form
            continue
        event = json.loads(body)
        name = "".join(word.capitalize() for word in event["type"].replace("_", ".").split(".")) + "Event"
        model = getattr(models, name, None)
        return model.from_dict(event) if model else None
    raise ValueError("The request isn't signed with these secrets, or is old.")


# endregion
