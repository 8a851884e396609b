/** What an organisation requires of its members. */
export const organisationRules = {
  "field.rules.second_factor": "Require a second factor or a passkey",
  "field.rules.session_minutes": "Minutes after signing in",
  "field.rules.provider": "Sign in with",
  "organisations.rules": "Rules",
  "organisations.rules.title": "Rules of the organisation",
  "organisations.rules.intro":
    "What members must do before they can do anything in the organisation, also with tokens that they have already. A new rule ends the tokens of applications for the organisation.",
  "organisations.rules.second_factor.hint":
    "Members sign in with it in a browser. For tokens, the account must have one.",
  "organisations.rules.session_minutes.hint":
    "Members then confirm who they are, and applications ask them again. {min} to {max}; empty for no limit.",
  "organisations.rules.provider.hint": "Every member needs an account there.",
  "organisations.rules.provider.any": "Any way",
  "organisations.rules.status.hint":
    "In a suspended organisation, members can do nothing but leave. Only the administration of the service can change this.",
  "organisations.status.active": "Active",
  "organisations.status.suspended": "Suspended",
  "organisations.rules.not_met": "You don't meet this rule yourself.",
  "organisations.rules.unmet.suspended": "{name} is suspended.",
  "organisations.rules.unmet.second_factor":
    "{name} requires a second factor or a passkey. Set one up, or sign in with it.",
  "organisations.rules.unmet.session": "{name} requires that you confirm who you are again.",
  "organisations.rules.unmet.provider": "{name} requires that you sign in with its provider.",
  "organisations.validation.session_minutes": "Enter a whole number from {min} to {max}.",
} as const;
