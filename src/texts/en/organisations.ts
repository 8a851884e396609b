/** Organisations and their members. */
export const organisations = {
  "organisations.validation.slug":
    "Use 2 to 48 lower-case letters, digits and hyphens, with a letter or digit at both ends.",
  "organisations.validation.slug_reserved": "This short name is reserved. Choose another one.",
  "organisations.validation.slug_taken": "Another organisation has this short name.",
  "organisations.validation.person": "There is no such account.",
  "organisations.validation.member": "This person is a member already.",
  "organisations.creation_off": "You can't create organisations here.",
  "organisations.too_many": "You own {max} organisations already.",
  "organisations.last_owner": "An organisation always has an owner. Make another member an owner first.",
  "organisations.owners_kept": "Only an owner can do this with owners.",
} as const;
