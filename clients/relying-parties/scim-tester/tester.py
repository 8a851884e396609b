"""Runs scim2-tester against a SCIM service. Arguments: its address, a token, a verified domain."""

import sys
import uuid

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server
from scim2_tester import filling
from scim2_tester.checkers import patch_add, patch_replace

base, token, domain = sys.argv[1:]
generate = filling.generate_random_value


def generate_address(context, path, mutability=None, required=None):
    """The suite makes up user names, but those of this service are addresses at a domain of the organisation."""
    value = generate(context, path=path, mutability=mutability, required=required)
    is_name = value is not None and str(path).lower().endswith("username")
    return f"{uuid.uuid4()}@{domain}" if is_name else value


for module in (filling, patch_add, patch_replace):
    module.generate_random_value = generate_address

client = SyncSCIMClient(Client(base_url=base, headers={"Authorization": f"Bearer {token}"}))
client.discover()
results = check_server(client)
wrong = [result for result in results if result.status not in (Status.SUCCESS, Status.SKIPPED)]
for result in wrong:
    print(f"{result.title} {result.resource_type}: {result.status.name}: {result.reason}", file=sys.stderr)
print(f"PASSED {sum(result.status == Status.SUCCESS for result in results)}")
sys.exit(1 if wrong else 0)
