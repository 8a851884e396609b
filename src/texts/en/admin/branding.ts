/** The operator's branding: its settings, and what the pages and mails show of it. */
export const branding = {
  "settings.branding.label": "Branding",
  "settings.branding.title": "Branding settings",
  "settings.section.branding_name": "Name and colour",
  "settings.section.branding_help": "Help and legal",
  "settings.section.branding_sign_in": "Sign-in",

  "field.branding_accent": "Accent colour",
  "field.branding_support_email": "Support email",
  "field.branding_terms_url": "Terms of service",
  "field.branding_privacy_url": "Privacy policy",
  "field.branding_sign_in_text": "Welcome text",
  "settings.hint.branding_accent": "For buttons. We lighten or darken it where it would be hard to read.",
  "settings.hint.branding_support_email": "Shown on every page and in every email.",
  "settings.hint.branding_terms_url": "The full address, such as https://example.com/terms.",
  "settings.hint.branding_privacy_url": "The full address, such as https://example.com/privacy.",
  "settings.hint.branding_sign_in_text":
    "Plain text on the start page and the sign-in page. Up to 500 characters.",

  "settings.wrong.picture_name": "Upload a picture instead of naming a file.",
  "settings.wrong.colour": "Enter a colour as # and six digits from 0 to f, such as #0b7285.",
  "settings.wrong.web_address":
    "Enter a full address that starts with https:// or http://, of at most {max} characters.",
  "settings.wrong.paragraph": "Enter at most {max} characters of plain text.",

  "settings.preview.title": "Preview",
  "settings.preview.light": "Light",
  "settings.preview.dark": "Dark",
  "settings.preview.button": "Sign in",
  "settings.preview.stored": "Shows the saved settings.",
  "settings.preview.live": "Shows your changes before you save them.",
  "settings.preview.adjusted": "Shown as {fill}, so that buttons can be seen.",

  "settings.logo.title": "Logos",
  "settings.logo.light": "On light backgrounds",
  "settings.logo.dark": "On dark backgrounds",
  "logo.hint":
    "JPEG, PNG or WebP, up to 2 MiB. We scale it to at most 512 × 512 pixels. The name is always shown with it.",
  "logo.none": "No logo",
  "settings.logo.other": "The other logo is used here, too.",
  "logo.submit": "Upload",
  "logo.remove": "Remove logo",
  "logo.changed": "Logo changed.",
  "logo.removed": "Logo removed.",

  "landing.title": "Welcome",
  "landing.heading": "Welcome to {app}",
  "landing.intro": "Your account for all applications that sign you in here.",
  "landing.sign_in": "Sign in",
  "landing.applications": "Choose which applications can use your account.",
  "landing.security": "Protect your account with two-factor authentication.",
  "landing.control": "See where you're signed in, and end any session.",
  "landing.docs": "API docs",

  "error.sign_in": "Sign in",
  "error.dashboard": "Go to dashboard",
  "error.confirm": "Confirm it's you",
  "error.account": "Go to your account",
  "error.ask": "Need help? Write to",
  "error.ask_access": "Need access? Ask the administrator:",
  "error.403.permission": "Your account doesn't have the permission",

  "footer.label": "Help and legal",
  "footer.support": "Support: {email}",
  "footer.terms": "Terms of service",
  "footer.privacy": "Privacy policy",
  "mail.support": "Questions? Write to {email}",
} as const;
