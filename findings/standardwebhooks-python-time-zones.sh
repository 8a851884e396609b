#!/usr/bin/env bash
# standardwebhooks 1.1.0 (PyPI): `sign` replaces the time zone of the timestamp by UTC instead of converting it. The same moment in two
# time zones gets two signatures, and of a moment that isn't in UTC the signature is that of another second, so `verify` rejects it.
# For those who sign with it, as in tests of a receiver: pass `datetime.now(timezone.utc)`. Receivers aren't concerned.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check standardwebhooks==1.1.0
cat > sign.py <<'PY'
import base64
from datetime import datetime, timedelta, timezone

from standardwebhooks import Webhook, WebhookVerificationError

endpoint = Webhook("whsec_" + base64.b64encode(b"a secret of an endpoint").decode())
moment = datetime.now(timezone.utc)
for name, at in (("UTC", moment), ("UTC+2", moment.astimezone(timezone(timedelta(hours=2))))):
    assert at == moment
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": endpoint.sign("msg_1", at, "{}"),
    }
    try:
        endpoint.verify("{}", headers)
        print(f"{name}: accepted")
    except WebhookVerificationError as error:
        print(f"{name}: {error}")
PY
env/bin/python sign.py | tee seen.txt
diff seen.txt - <<'EXPECTED'
UTC: accepted
UTC+2: No matching signature found
EXPECTED
