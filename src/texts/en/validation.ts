/** Sentences about one field. */
export const validation = {
  "validation.required": "Please fill in this field.",
  "validation.too_long": "This must have at most {max} characters.",
  "validation.characters": "This contains characters that aren't allowed.",
  "validation.email": "Please enter a valid email address.",
  "validation.choice": "Please choose one of the given values.",
  "validation.email.taken": "That email is already in use.",
  "validation.email.taken_since_deletion":
    "Another account has since taken this address. Change that account's address or delete it, then restore this one.",
  "validation.email.too_long": "The email must have at most {max} characters.",
  "validation.status.unknown": "The selected status does not exist.",
  "validation.role.unknown": "The selected role does not exist.",
  "validation.code.required": "A code or a recovery code is required.",
  "validation.password.unhashable":
    "The password must not be longer than {max} bytes or contain a NUL character.",
  "validation.password.length": "The password must be at least {min} characters.",
  "validation.password.mixed_case":
    "The password must contain at least one uppercase and one lowercase letter.",
  "validation.password.numbers": "The password must contain at least one number.",
  "validation.password.symbols": "The password must contain at least one symbol.",
  "validation.password.common": "The password is one of the most common passwords.",
  "validation.password.confirmation": "The password confirmation does not match.",
  "validation.password.current": "This is not your current password.",
  "validation.search.words": "Use at most {max} words.",
  "validation.file.size": "The file must not be larger than {mib} MiB.",
  "validation.avatar.upload": "The picture could not be read from the form.",
} as const;
