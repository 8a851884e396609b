// Scripts of all pages. Every page works without them. The service concatenates the files.
import "./scripts/forms.js";
import "./scripts/menus.js";
import "./scripts/passwords.js";
import "./scripts/secrets.js";
import "./scripts/avatar.js";
import "./scripts/branding.js";
import "./scripts/roles.js";
import "./scripts/bulk.js";
