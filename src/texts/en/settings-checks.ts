/** Warnings about changes of settings, and results of mail and captcha tests. */
export const settingsChecks = {
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
