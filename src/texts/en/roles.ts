/** The administration of roles. */
export const roles = {
  "nav.roles": "Roles",
  "field.label": "Label",
  "field.rank": "Rank",
  "field.permissions": "Permissions",
  "activity.role_created": "Role created",
  "activity.role_updated": "Role changed",
  "activity.role_deleted": "Role deleted",
  "roles.title": "Roles",
  "roles.intro":
    "A role says what people may do, and its rank who stands above whom: a lower number stands higher. You see the roles of your own rank and below.",
  "roles.list": "All roles",
  "roles.search": "Search by label or name",
  "roles.core": "Built in",
  "roles.yours": "Yours",
  "roles.holders": "People",
  "roles.granted": "{count} of {all}",
  "roles.granted.all": "All",
  "roles.back": "All roles",
  "roles.create.title": "New role",
  "roles.create.submit": "Create role",
  "roles.copied": "The rank and the permissions were copied from “{label}”, as far as you may give them.",
  "roles.edit.title": "Role",
  "roles.edit.form": "Label, rank and permissions",
  "roles.copy": "Copy as new role",
  "roles.label.hint": "What people read, for example “Editor”.",
  "roles.name": "Name for programs",
  "roles.name.hint":
    "What programs use, for example in filters of the API. Small letters, digits and _. It cannot be changed later.",
  "roles.rank.hint":
    "A lower number stands higher. You may give {best} to {last}: a role has to stand below your own.",
  "roles.rank.others": "Ranks of the other roles",
  "roles.holders.none": "Nobody",
  "roles.holders.count_one": "{count} person",
  "roles.holders.count_other": "{count} people",
  "roles.permissions.hint":
    "What holders of the role may do. It applies at once: with the next click, and for their access tokens, too.",
  "roles.permissions.limited":
    "You give and take only what you may do yourself. What is greyed out stays as it is.",
  "roles.permissions.everything":
    "Holders of this role may do everything, whatever is added to the service later.",
  "roles.default": "Every new account gets this role. What you change here, everybody may who registers.",
  "roles.all_of_row": "All",
  "roles.all_of_row.of": "All or none of: {resource}",
  "roles.read_only.system": "This role cannot be changed: it keeps the service administrable.",
  "roles.read_only.rank":
    "You may look at this role, but not change it: it does not stand below your own. Ask somebody of a higher rank.",
  "roles.read_only.permission":
    "You may look at this role, but not change it: you do not have the permission.",
  "roles.action.read": "View",
  "roles.action.create": "Create",
  "roles.action.update": "Change",
  "roles.action.delete": "Delete",
  "roles.resource": "Area",
  "roles.resource.dashboard": "Dashboard",
  "roles.resource.users": "Users",
  "roles.resource.roles": "Roles",
  "roles.resource.settings": "Settings",
  "roles.resource.activity-logs": "Activity",
  "roles.resource.api-docs": "API documentation",
  "roles.resource.api-clients": "API clients",
  "roles.resource.api-tokens": "API tokens",
  "roles.resource_hint.dashboard": "The first page after signing in.",
  "roles.resource_hint.users": "Accounts of people of the same rank or below, here and through the API.",
  "roles.resource_hint.roles": "Roles below one’s own, and what they may do.",
  "roles.resource_hint.settings":
    "Sign-in, passwords, mail and captcha of the whole service. Whoever changes where mail goes can reset any password.",
  "roles.resource_hint.activity-logs": "Who did what, and when.",
  "roles.resource_hint.api-docs": "The description of the API, with requests to try.",
  "roles.resource_hint.api-clients": "Programs that sign people in by OAuth2.",
  "roles.resource_hint.api-tokens": "Tokens of others to view and delete. Everybody manages their own.",
  "roles.created": "The role “{label}” was created.",
  "roles.created_less":
    "The role “{label}” was created, without the permissions that you do not have yourself.",
  "roles.saved": "The changes were saved. They apply at once.",
  "roles.saved_less":
    "The changes were saved. Permissions that you do not have yourself stayed as they were.",
  "roles.permission.given": "given",
  "roles.permission.not_given": "not given",
  "roles.delete.title": "Delete the role",
  "roles.delete.intro": "Nobody has this role. Deleting it cannot be undone; its name becomes free.",
  "roles.delete.held_one":
    "{count} person has this role. Give them another one first; then it can be deleted.",
  "roles.delete.held_other":
    "{count} people have this role. Give them another one first; then it can be deleted.",
  "roles.delete.show_holders": "Show them",
  "roles.delete.ask": "Delete the role “{label}”?",
  "roles.delete.confirm": "Delete role",
  "roles.deleted": "The role “{label}” was deleted.",
  "roles.held":
    "The role wasn't deleted because an account or an API client still has it, possibly one that you can't see.",
  "roles.core_kept": "The service is built on this role: it cannot be deleted.",
  "roles.not_manageable": "You may not change this role: it does not stand below your own.",
  "roles.validation.name":
    "Please begin with a small letter and use 2 to {max} small letters (a to z), digits and _ only.",
  "roles.validation.name_taken": "Another role has this name.",
  "roles.validation.too_many":
    "There are {max} roles, and there cannot be more. Please delete one that nobody has.",
  "roles.validation.rank":
    "Please enter a whole number from {best} to {last}: a role has to stand below your own.",
  "roles.validation.permissions": "There is no such permission. Please reload the page and choose again.",
} as const;
