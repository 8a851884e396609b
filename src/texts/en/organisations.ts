/** Organisations and their members. */
export const organisations = {
  "organisations.validation.slug":
    "Use 2 to 48 lower-case letters, digits and hyphens, with a letter or digit at both ends.",
  "organisations.validation.slug_reserved": "This short name is reserved. Choose another one.",
  "organisations.validation.slug_taken": "Another organisation has this short name.",
  "organisations.validation.person": "There is no such account.",
  "organisations.validation.member": "This person is a member already.",
  "organisations.validation.member_oneself": "You are a member already.",
  "organisations.validation.invited": "This address is invited already. Send the invitation again instead.",
  "organisations.join.invalid":
    "The invitation has expired, was used or revoked, or the link is incomplete. Ask for a new one.",
  "organisations.creation_off": "You can't create organisations here.",
  "organisations.too_many": "You own {max} organisations already.",
  "organisations.last_owner": "An organisation always has an owner. Make another member an owner first.",
  "organisations.owners_kept": "Only an owner can do this with owners.",
  "organisations.validation.role": "There is no such role.",
  "organisations.validation.role_name":
    "Use 2 to {max} lower-case letters, digits, hyphens and underscores, beginning with a letter.",
  "organisations.validation.role_taken": "There is a role with this name already.",
  "organisations.roles.beyond": "This role allows more than yours.",
  "organisations.roles.too_many": "The organisation has {max} roles of its own already.",
  "organisations.roles.held":
    "The role wasn't deleted, because a member still has it. Deleted accounts count for 30 days.",
} as const;
