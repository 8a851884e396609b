// Scripts of all pages. Every page works without them. The service concatenates the files.
import "./scripts/dialogs.js";
import "./scripts/forms.js";
import "./scripts/menus.js";
import "./scripts/passwords.js";
import "./scripts/passkeys.js";
import "./scripts/secrets.js";
import "./scripts/avatar.js";
import "./scripts/branding.js";
import "./scripts/roles.js";
import "./scripts/timezones.js";
import "./scripts/verification.js";
import "./scripts/combobox.js";
import "./scripts/searchable-select.js";
import "./scripts/palette.js";
import "./scripts/bulk.js";
import "./scripts/imports.js";
