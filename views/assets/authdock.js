// What pages do beyond HTML. Every page works without it. The files are joined when they are served.
import "./scripts/forms.js";
import "./scripts/menus.js";
import "./scripts/passwords.js";
import "./scripts/secrets.js";
import "./scripts/avatar.js";
import "./scripts/roles.js";
import "./scripts/bulk.js";
