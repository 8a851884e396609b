/** The pages about the applications of an organisation. */
export const organisationApplications = {
  "organisations.applications": "Applications",
  "organisations.applications.title": "Applications of the organisation",
  "organisations.applications.intro":
    "These applications act only for {name}, and users must allow them. They can't use the administration of the service.",
  "organisations.applications.empty": "No applications yet.",
  "organisations.applications.empty.example":
    "For example, the intranet into which the members of {name} sign in.",
  "organisations.applications.back": "Applications",
  "organisations.applications.create.title": "New application of the organisation",
  "organisations.applications.edit.title": "Application of the organisation",
  "organisations.applications.role": "Role in the organisation",
  "organisations.applications.role.hint":
    "For an application that acts for itself (client credentials): it reads what this role can see. Others need none.",
  "organisations.applications.too_many": "The organisation has {max} applications already.",
  "oauth.origin.organisation":
    "It belongs to the organisation {name}. Nobody at this service has checked it.",
} as const;
