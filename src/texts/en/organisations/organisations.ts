/** Organisations and their members. */
export const organisations = {
  "organisations.validation.slug":
    "Use 2 to 48 lower-case letters, digits and hyphens, with a letter or digit at both ends.",
  "organisations.validation.slug_reserved": "This short name is reserved. Choose another one.",
  "organisations.validation.slug_taken": "Another organisation has this short name.",
  "organisations.validation.person": "There is no such account.",
  "organisations.validation.member": "This person is already a member.",
  "organisations.validation.member_oneself": "You're already a member.",
  "organisations.validation.invited": "This address is already invited. Send the invitation again instead.",
  "organisations.join.invalid":
    "The invitation has expired, was used or revoked, or the link is incomplete. Ask for a new one.",
  "organisations.creation_off": "You can't create organisations here.",
  "organisations.too_many": "You own {max} organisations already.",
  "organisations.validation.another": "Choose another member.",
  "organisations.last_owner": "An organisation always has an owner. Make another member an owner first.",
  "organisations.owners_kept": "Only an owner can do this with owners.",
  "organisations.validation.role": "That role doesn't exist.",
  "organisations.validation.role_name":
    "Use 2 to {max} lower-case letters, digits, hyphens and underscores, beginning with a letter.",
  "organisations.validation.role_taken": "A role with this name already exists.",
  "organisations.roles.beyond": "This role allows more than yours.",
  "organisations.roles.too_many": "The organisation already has {max} custom roles.",
  "organisations.roles.held":
    "The role wasn't deleted, because a member, an invitation or an account deleted in the last 30 days still has it.",
  "organisations.validation.domain": "This isn't a domain, such as acme.example.",
  "organisations.validation.domain_public": "Anyone can get an address at this domain.",
  "organisations.validation.domain_added": "The organisation has this domain already.",
  "organisations.domains.too_many": "The organisation has {max} domains already.",
  "organisations.domains.unproven": "The record wasn't found. A new record can take hours to be seen.",
  "organisations.domains.unanswered": "The name servers of this domain didn't answer. Try again later.",
  "organisations.domains.code_wrong": "The code is wrong or has expired.",
  "organisations.domains.taken": "Another organisation has verified this domain.",
} as const;
