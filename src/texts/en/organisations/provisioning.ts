/** The page about provisioning an organisation. */
export const organisationProvisioning = {
  "organisations.provisioning": "Provisioning",
  "organisations.provisioning.title": "Provisioning",
  "organisations.provisioning.intro":
    "A directory such as Entra ID or Okta can add, change and remove members by SCIM 2.0. It needs the base URL and a token.",
  "organisations.provisioning.off":
    "The administration of this service has turned provisioning off. Tokens have no effect until it is turned on.",
  "organisations.provisioning.base_url": "Base URL",
  "organisations.provisioning.domains": "Only people with addresses at verified domains are added.",
  "organisations.provisioning.list": "Tokens",
  "organisations.provisioning.empty": "No tokens yet.",
  "organisations.provisioning.empty.example": "For example, one for the directory of {name}.",
  "organisations.provisioning.created_by": "Created by",
  "organisations.provisioning.last_used": "Last used",
  "organisations.provisioning.never_used": "Never",
  "organisations.provisioning.add": "Create token",
  "organisations.provisioning.add.hint": "For example Entra ID.",
  "organisations.provisioning.add.effect":
    "Anyone with the token can do what an admin can do with members and roles.",
  "organisations.provisioning.once.title": "Copy the token now",
  "organisations.provisioning.once.intro": "The directory needs both. The token {name} isn't shown again.",
  "organisations.provisioning.once.label": "Token",
  "organisations.provisioning.already_created":
    "The token was already created. Its value can't be shown again.",
  "organisations.provisioning.too_many": "The organisation has {max} tokens already.",
  "organisations.provisioning.delete": "Delete",
  "organisations.provisioning.delete.of": "Delete {name}",
  "organisations.provisioning.delete.ask":
    "The directory that uses the token can't change anything then. Members stay.",
  "organisations.provisioning.deleted": "The token {name} was deleted.",
  "provisioning.domain": "The address isn't at a verified domain of the organisation.",
  "provisioning.suspended": "The organisation is suspended.",
  "provisioning.taken": "The organisation has this user already, or another account has the address.",
  "provisioning.unverified":
    "There is an account with this address, and its owner hasn't verified the address.",
  "provisioning.external_id": "Another user or group has this externalId.",
  "provisioning.address_kept": "Only the address of an account that was provisioned here can be changed.",
  "provisioning.beyond":
    "Owners and members with other rights of owners are managed in the organisation itself.",
} as const;
