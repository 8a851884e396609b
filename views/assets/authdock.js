// Scripts of all pages; every page works without them. The service sends the files as one.
import "./scripts/forms.js";
import "./scripts/menus.js";
import "./scripts/passwords.js";
import "./scripts/secrets.js";
import "./scripts/avatar.js";
import "./scripts/roles.js";
import "./scripts/bulk.js";
