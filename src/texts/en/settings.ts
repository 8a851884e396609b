/** The settings of the service. */
export const settings = {
  "nav.settings": "Settings",

  "settings.pages": "Pages of the settings",
  "settings.general.label": "General",
  "settings.general.title": "General settings",
  "settings.security.label": "Security",
  "settings.security.title": "Security settings",
  "settings.mail.label": "Mail",
  "settings.mail.title": "Mail settings",
  "settings.captcha.label": "Captcha",
  "settings.captcha.title": "Captcha settings",
  "settings.effect": "Changes take effect with the next page that anybody opens.",
  "settings.read_only": "You may look at these settings. Changing them takes the permission settings.update.",
  "settings.saved": "The settings were saved.",
  "settings.unchanged": "Nothing was different, so nothing was changed.",
  "settings.on": "On",
  "settings.off": "Off",
  "settings.none": "None",
  "settings.never": "Never",

  "settings.section.service": "The service",
  "settings.section.accounts": "Accounts",
  "settings.section.sign_in": "Signing in",
  "settings.section.passwords": "Password policy",
  "settings.section.mail_route": "How mails are sent",
  "settings.section.mail_server": "Mail server",
  "settings.section.mail_sender": "Sender",
  "settings.section.captcha_keys": "Provider",
  "settings.section.captcha_use": "Use",

  "field.general_app_name": "Name of the application",
  "field.general_locale": "Language",
  "field.general_timezone": "Time zone",
  "field.auth_registration": "People can register themselves",
  "field.auth_email_verification": "Email addresses have to be verified",
  "field.auth_password_reset": "Forgotten passwords can be reset by mail",
  "field.auth_two_factor": "Two-factor authentication",
  "field.auth_login_throttle": "Limit on sign-in attempts",
  "field.auth_password_confirm_minutes": "Minutes until the password is asked again",
  "field.auth_password_min_length": "Shortest password",
  "field.auth_password_require_mixed_case": "Upper and lower case letters",
  "field.auth_password_require_numbers": "Numbers",
  "field.auth_password_require_symbols": "Symbols",
  "field.auth_password_blocklist": "Refuse common passwords (recommended)",
  "field.auth_password_expiry_days": "Days until a password expires",
  "field.mail_override": "Mails go out by",
  "field.mail_host": "Host",
  "field.mail_port": "Port",
  "field.mail_encryption": "Encryption",
  "field.mail_username": "User name",
  "field.mail_password": "Password of the mail server",
  "field.mail_from_address": "Address of the sender",
  "field.mail_from_name": "Name of the sender",
  "field.captcha_provider": "Service",
  "field.captcha_site_key": "Site key",
  "field.captcha_secret_key": "Secret key",
  "field.captcha_enabled": "Check against robots",
  "field.captcha_response": "Check against robots",

  "settings.hint.general_app_name": "On every page and in every mail.",
  "settings.hint.general_locale": "For visitors whose browser asks for no language that we speak.",
  "settings.hint.general_timezone":
    "For visitors who are not signed in. Everybody chooses their own in the profile.",
  "settings.hint.auth_registration": "While this is off, only administrators create accounts.",
  "settings.hint.auth_email_verification":
    "New people go on only after they open the link in their mail. Test the mail settings before you turn it on.",
  "settings.hint.auth_password_reset": "While this is off, an administrator has to set a new password.",
  "settings.hint.auth_two_factor":
    "People may protect their account with an authenticator app. While this is off nobody is asked for a code; what they set up is kept.",
  "settings.hint.auth_login_throttle": "There is always a limit. It counts for the sign-in page.",
  "settings.hint.auth_password_confirm_minutes":
    "How long a typed password counts for sensitive changes, like these. {minimum} to {maximum}.",
  "settings.hint.auth_password_min_length":
    "In characters, {minimum} to {maximum}. Length protects better than any other rule.",
  "settings.hint.auth_password_require_mixed_case": "At least one of each.",
  "settings.hint.auth_password_require_numbers": "At least one.",
  "settings.hint.auth_password_require_symbols": "At least one punctuation mark, sign or blank.",
  "settings.hint.auth_password_blocklist":
    "49,000 passwords that attackers try first. They are compared on this server; nothing is sent anywhere.",
  "settings.hint.auth_password_expiry_days":
    "0 means never, which is what security experts advise. Up to {maximum}. Older passwords are replaced at the next sign-in.",
  "settings.hint.mail_override": "This holds for the next mail.",
  "settings.hint.mail_host": "For example smtp.example.com.",
  "settings.hint.mail_port": "Usually 587 with STARTTLS and 465 with TLS.",
  "settings.hint.mail_encryption": "If the connection cannot be encrypted like this, no mail is sent.",
  "settings.hint.mail_username": "Leave it blank if the server asks for none.",
  "settings.hint.mail_password": "Belongs to the user name. It is kept encrypted and never shown again.",
  "settings.hint.mail_from_address": "The server has to accept it.",
  "settings.hint.mail_from_name": "Leave it blank to use the name of the application.",
  "settings.hint.captcha_provider": "You need an account there, which gives you both keys.",
  "settings.hint.captcha_site_key": "Public: it is part of every page with a captcha.",
  "settings.hint.captcha_secret_key": "It is kept encrypted and never shown again.",
  "settings.hint.captcha_enabled":
    "On the forms to sign in, register and reset a password. Try it below before you turn it on.",

  "settings.choice.auth_login_throttle_1": "Strict",
  "settings.choice_hint.auth_login_throttle_1":
    "10 attempts a minute from one address, 5 of them for one account.",
  "settings.choice.auth_login_throttle_0": "Relaxed",
  "settings.choice_hint.auth_login_throttle_0":
    "30 attempts a minute from one address, 15 of them for one account. For offices in which many people share an address.",
  "settings.choice.mail_override_0": "The configuration of the server",
  "settings.choice_hint.mail_override_0":
    "MAIL_URL and MAIL_FROM decide, and what is entered below is kept for later.",
  "settings.choice.mail_override_1": "The mail server below",
  "settings.choice_hint.mail_override_1": "It takes the place of MAIL_URL and MAIL_FROM.",
  "settings.choice.mail_encryption_starttls": "STARTTLS (recommended)",
  "settings.choice_hint.mail_encryption_starttls": "The connection is encrypted before anything is said.",
  "settings.choice.mail_encryption_tls": "TLS from the start",
  "settings.choice_hint.mail_encryption_tls": "Just as safe; the server decides which of the two it speaks.",
  "settings.choice.mail_encryption_none": "No encryption",
  "settings.choice_hint.mail_encryption_none":
    "For a mail server on this machine. To any other one a password is never sent like this.",

  "settings.secret.is_set": "One is stored",
  "settings.secret.not_set": "None is stored",
  "settings.secret.keep": "One is stored. Leave the field blank to keep it.",
  "settings.secret.remove": "Remove the stored one",

  "settings.wrong.unknown": "There is no such setting.",
  "settings.wrong.flag": "The value must be 1 for yes or 0 for no.",
  "settings.wrong.integer": "Please enter a whole number from {minimum} to {maximum}.",
  "settings.wrong.choice": "Please choose one of: {options}.",
  "settings.wrong.line": "Please enter 1 to {max} characters on one line.",
  "settings.wrong.line_or_blank": "Please enter at most {max} characters on one line.",
  "settings.wrong.key": "Please enter at most {max} characters without blanks.",
  "settings.wrong.credential": "Please enter at most {max} characters without line breaks.",
  "settings.wrong.timezone": "Please choose a time zone, such as Europe/Istanbul.",
  "settings.wrong.host": "Please enter only the name or the address of a server, such as smtp.example.com.",
  "settings.wrong.captcha_incomplete": "The captcha needs its site key and its secret key.",
  "settings.wrong.mail_password_missing": "A user name needs its password.",
  "settings.wrong.mail_open_credentials":
    "A user name and password are not sent to another machine without encryption. Choose STARTTLS or TLS, or leave the user name blank.",
  "settings.wrong.secret_again":
    "The stored one was given out for something else. Please enter it again, or remove it.",

  "settings.confirm.title": "Please confirm this first",
  "settings.confirm.intro": "Nothing has been saved yet. This change means:",
  "settings.confirm.submit": "Save anyway",
  "settings.confirm.cancel": "Leave the settings as they are",
  "settings.confirm.or_change":
    "Or change the form below and save it again; a secret that you had typed in has to be typed in once more then.",
  "settings.confirm.expired":
    "The question was open for too long, and nothing was saved. Please make the change again.",
  "settings.warning.registration_opened": "Anybody who can reach this service can create an account.",
  "settings.warning.verification_off":
    "Nobody has to prove an email address any more: people can register with the address of somebody else.",
  "settings.warning.two_factor_off":
    "A password alone opens every account, also of the people who set up a second factor.",
  "settings.warning.throttle_relaxed": "Attackers can try three times as many passwords a minute.",
  "settings.warning.shorter": "New passwords may be shorter: {after} instead of {before} characters.",
  "settings.warning.mixed_case_off": "New passwords need no mix of upper and lower case letters any more.",
  "settings.warning.numbers_off": "New passwords need no number any more.",
  "settings.warning.symbols_off": "New passwords need no symbol any more.",
  "settings.warning.blocklist_off": "People may choose the passwords that attackers try first.",
  "settings.warning.expiry_off": "Passwords never expire any more.",
  "settings.warning.expiry_later": "Passwords expire after {after} instead of {before} days.",
  "settings.warning.confirm_longer":
    "At a screen that was left unlocked, sensitive changes are possible for {after} instead of {before} minutes.",
  "settings.warning.captcha_off": "Robots can use the forms to sign in, register and reset a password.",
  "settings.warning.captcha_on":
    "If the keys are not right, nobody gets past the sign-in page any more, you included. Try the captcha first.",
  "settings.warning.mail_open":
    "Mails go through the network without encryption, and with them links that open accounts.",
  "settings.warning.mail_password_removed":
    "The stored password of the mail server is deleted. It cannot be brought back.",
  "settings.warning.captcha_secret_removed": "The stored secret key is deleted. It cannot be brought back.",

  "settings.policy.title": "Try the policy",
  "settings.policy.intro": "A new password needs:",
  "settings.policy.label": "An example password",
  "settings.policy.hint": "It is checked in your browser against what is chosen above, and never sent.",
  "settings.policy.common":
    "It must not be one of the most common passwords. That is only checked by the server.",

  "settings.mail_figures.title": "Delivery",
  "settings.mail_figures.queued": "Queued",
  "settings.mail_figures.failed": "Failed in the last week",
  "settings.mail_figures.expired": "Expired before sending",
  "settings.mail_figures.retry": "To queue failed mails again, run npm run cli -- mails retry on the server.",
  "settings.mail_test.title": "Test mail",
  "settings.mail_test.intro": "Sends a mail to {email}, right now and with what is saved.",
  "settings.mail_test.submit": "Send a test mail",
  "settings.mail_test.sent": "The mail server took a test mail for {email}. Please look into your inbox.",
  "settings.mail_test.credentials":
    "The mail was not sent: the server did not accept the user name and password.",
  "settings.mail_test.encryption":
    "The mail was not sent: no safe connection could be made. Check the encryption and the port; the certificate of the server may not be valid either.",
  "settings.mail_test.unreachable": "The mail was not sent: nothing answers at this host and port.",
  "settings.mail_test.timeout":
    "The mail was not sent: the server did not answer in time. Check the host and the port.",
  "settings.mail_test.address": "The mail was not sent: the server refused the sender or the receiver.",
  "settings.mail_test.refused":
    "The mail was not sent: the server did not take it. The log of the service says more.",
  "settings.mail_route.settings": "At present mails are sent by {host}, port {port}, as set below.",
  "settings.mail_route.environment":
    "At present mails are sent by {host}, as the configuration of the server says.",
  "settings.mail_route.folder":
    "At present mails are not sent: the configuration of the server puts them into a folder, for development.",

  "settings.captcha_test.title": "Try the captcha",
  "settings.captcha_test.intro":
    "Shows the widget with the saved keys on this page and asks the service whether your answer counts, whether or not the captcha is on.",
  "settings.captcha_test.keys_first": "Save both keys first. Then you can try them here.",
  "settings.captcha_test.start": "Show the widget",
  "settings.captcha_test.submit": "Check the answer",
  "settings.captcha_test.passed": "The captcha works with the saved keys.",
  "settings.captcha_test.missing":
    "There was no answer of the widget. If it shows an error, the site key or the list of its domains is wrong.",
  "settings.captcha_test.refused": "The service did not accept the answer. Solve the captcha once more.",
  "settings.captcha_test.wrong_keys":
    "The service does not accept the secret key, or it does not belong to this site key.",
  "settings.captcha_test.unavailable":
    "The service could not be asked. Check whether this server can reach it; the log says more.",
} as const;
