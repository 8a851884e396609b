/** Warnings about changes of settings, and results of mail and captcha tests. */
export const settingsChecks = {
  "settings.wrong.unknown": "This setting doesn't exist.",
  "settings.wrong.fixed": "The configuration of the server sets {name}. Change it there.",
  "settings.wrong.flag": "The value must be 1 for yes or 0 for no.",
  "settings.wrong.integer": "Enter a whole number from {minimum} to {maximum}.",
  "settings.wrong.choice": "Choose one of: {options}.",
  "settings.wrong.line": "Enter 1 to {max} characters on one line.",
  "settings.wrong.line_or_blank": "Enter at most {max} characters on one line.",
  "settings.wrong.key": "Enter at most {max} characters without spaces.",
  "settings.wrong.credential": "Enter at most {max} characters without line breaks.",
  "settings.wrong.timezone": "Choose a time zone, such as Europe/Istanbul.",
  "settings.wrong.host": "Enter only the name or address of a server, such as smtp.example.com.",
  "settings.wrong.domains": "Enter at most {max} domain names, one per line, such as agent.example.com.",
  "settings.wrong.captcha_incomplete": "Enter both the site key and the secret key.",
  "settings.wrong.two_factor_required_off":
    "Turn on two-factor authentication or passkeys first. Without them, nobody can set up a second factor.",
  "settings.wrong.two_factor_off_required":
    "A second factor is required. Remove the requirement before you turn this off.",
  "settings.wrong.mail_password_missing": "Enter the password for the user name.",
  "settings.wrong.mail_open_credentials":
    "We don't send credentials to another machine without encryption. Choose STARTTLS or TLS, or leave the user name blank.",
  "settings.wrong.secret_again":
    "The stored value belongs to the previous server, encryption or provider. Enter it again, or remove it.",

  "settings.confirm.title": "Confirm this change",
  "settings.confirm.intro": "Nothing has been saved yet. This change means:",
  "settings.confirm.submit": "Save anyway",
  "settings.confirm.cancel": "Cancel",
  "settings.confirm.or_change": "To edit your entries, cancel. Then enter secrets again, too.",
  "settings.confirm.expired": "The confirmation expired and nothing was saved. Make the change again.",
  "settings.warning.registration_opened": "Anyone who can reach this service can create an account.",
  "settings.warning.documents_any": "Applications from any domain can ask your users for access.",
  "settings.warning.clients_register": "Anyone can register an application and ask your users for access.",
  "settings.warning.verification_off":
    "Email addresses are no longer verified: people can register with someone else's address.",
  "settings.warning.verification_on_one":
    "{count} account has an unverified address. Until it is verified, it can't open any other page or sign in with the API.",
  "settings.warning.verification_on_other":
    "{count} accounts have an unverified address. Until it is verified, they can't open any other page or sign in with the API.",
  "settings.warning.verification_on_self_one":
    "Your own address isn't verified. Until it is, you can't open any other page: make sure that mail works first.",
  "settings.warning.verification_on_self_other":
    "{count} accounts have an unverified address, including yours. Until it is verified, they can't open any other page: make sure that mail works first.",
  "settings.warning.two_factor_off":
    "Only a password protects each account, including accounts with a second factor.",
  "settings.warning.two_factor_fewer":
    "Fewer accounts must have a second factor. The others can turn it off.",
  "settings.warning.two_factor_required_one":
    "{count} account has no second factor. Once the grace period is over, it can do nothing else until it has one.",
  "settings.warning.two_factor_required_other":
    "{count} accounts have no second factor. Once the grace period is over, they can do nothing else until they have one.",
  "settings.warning.two_factor_required_now_one":
    "{count} account has no second factor. From now on it can do nothing else until it has one.",
  "settings.warning.two_factor_required_now_other":
    "{count} accounts have no second factor. From now on they can do nothing else until they have one.",
  "settings.warning.two_factor_self":
    "Your own account has no second factor: the next page asks you to set one up, and so does the API.",
  "settings.warning.passkeys_off":
    "Nobody can sign in with a passkey. Accounts without a password can't sign in until they set one with a reset link.",
  "settings.warning.throttle_relaxed": "Attackers can try three times as many passwords per minute.",
  "settings.warning.shorter": "New passwords can be shorter: {after} instead of {before} characters.",
  "settings.warning.mixed_case_off": "New passwords no longer need both uppercase and lowercase letters.",
  "settings.warning.numbers_off": "New passwords no longer need a number.",
  "settings.warning.symbols_off": "New passwords no longer need a symbol.",
  "settings.warning.blocklist_off": "People can choose the passwords that attackers try first.",
  "settings.warning.expiry_off": "Passwords no longer expire.",
  "settings.warning.expiry_later": "Passwords expire after {after} days instead of {before}.",
  "settings.warning.confirm_longer":
    "On an unattended screen, sensitive changes are possible for {after} minutes instead of {before}.",
  "settings.warning.scopes_off":
    "Personal access tokens will do everything their owners can do through the API again, except change how they sign in.",
  "settings.warning.scopes_on":
    "Personal access tokens with selected scopes will do only what these open. Programs that need more lose access immediately.",
  "settings.warning.captcha_off": "Bots can use the forms for sign-in, registration and password reset.",
  "settings.warning.captcha_on":
    "If the keys are wrong, nobody can sign in any more, including you. Test the captcha first.",
  "settings.warning.mail_open":
    "Emails cross the network without encryption, including links that give access to accounts.",
  "settings.warning.mail_password_removed":
    "The stored password of the mail server is deleted. You can't undo this.",
  "settings.warning.captcha_secret_removed": "The stored secret key is deleted. You can't undo this.",

  "settings.mail_figures.title": "Queue",
  "settings.mail_figures.queued": "Queued",
  "settings.mail_figures.failed": "Failed in the last week",
  "settings.mail_figures.expired": "Expired before sending",
  "settings.mail_figures.retry": "To queue failed emails again, run authdock mail retry on the server.",
  "settings.mail_test.title": "Test email",
  "settings.mail_test.intro": "Sends an email to {email} now, with the saved settings.",
  "settings.mail_test.submit": "Send test email",
  "settings.mail_test.sent": "The mail server accepted a test email for {email}. Check your inbox.",
  "settings.mail_test.credentials": "The email wasn't sent: the server rejected the user name or password.",
  "settings.mail_test.encryption":
    "The email wasn't sent: no secure connection was possible. Check the encryption, the port and the server's certificate.",
  "settings.mail_test.unreachable": "The email wasn't sent: no server answers at this host and port.",
  "settings.mail_test.timeout":
    "The email wasn't sent: the server didn't answer in time. Check the host and the port.",
  "settings.mail_test.address": "The email wasn't sent: the server rejected the sender or the recipient.",
  "settings.mail_test.refused":
    "The email wasn't sent: the server rejected it. The service's log has the details.",
  "settings.mail_route.settings": "Emails are currently sent by {host}, port {port}, as set below.",
  "settings.mail_route.environment": "Emails are currently sent by {host}, as configured on the server.",
  "settings.mail_route.folder":
    "Emails are currently stored in a folder instead of being sent, as configured on the server for development.",

  "settings.captcha_test.title": "Test the captcha",
  "settings.captcha_test.intro":
    "Shows the widget with the saved keys on this page and verifies your answer, even while the captcha is off.",
  "settings.captcha_test.keys_first": "Save both keys first. Then you can test them here.",
  "settings.captcha_test.start": "Show widget",
  "settings.captcha_test.submit": "Verify answer",
  "settings.captcha_test.passed": "The captcha works with the saved keys.",
  "settings.captcha_test.missing":
    "The widget gave no answer. If it shows an error, check the site key and its list of domains.",
  "settings.captcha_test.refused": "The provider rejected the answer. Try again.",
  "settings.captcha_test.wrong_keys":
    "The provider rejected the secret key, or it doesn't belong to this site key.",
  "settings.captcha_test.unavailable":
    "The provider can't be reached from this server. The log has the details.",
} as const;
