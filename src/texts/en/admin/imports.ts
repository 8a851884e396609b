/** Importing users. */
export const imports = {
  "import.not_utf8": "{file} isn't UTF-8. Convert it, for example: iconv -f ISO-8859-1 -t UTF-8 {file}",
  "import.not_csv": "Line {line} of {file} isn't CSV: {reason}",
  "import.no_rows": "{file} has no rows.",
  "import.not_json": "{file} isn't JSON: {reason}",
  "import.no_list": "{file} has no list of accounts at a known place.",
  "import.not_hashes": "Line {line} of {file} isn't the hash of an account: {reason}",
  "import.empty_key": "The file with the secret of the application is empty.",
  "import.firebase_key":
    "The file doesn't have base64_signer_key, base64_salt_separator, rounds and mem_cost of the Firebase project.",
  "import.check_no_account": "The file has no account {email}.",
  "import.check_no_password": "The account {email} has no password in the file.",
  "import.check_differs":
    "The hash of {email} isn't of this password. Nothing was imported; check the secret of the hashes, if they have one.",
  "import.no_email": "No row of {file} has an email. It has the fields {fields}.",
  "import.no_passwords": "No row has a password: is it a file of {source}? It has the fields {fields}.",
  "import.failed": "The import failed. The log of the service says why.",
  "import.file_gone": "The file is no longer there. Upload it again.",
  "import.unfinished": "This import has made no accounts yet.",
  "import.empty": "The file is empty.",
  "import.unknown_format": "Choose a CSV or JSON lines file, or select its format.",
  "import.confirm_without_passwords": "No row has a password. Confirm that this is intended.",
  "import.not_checked": "Only an import whose check has finished can be started.",
  "import.started": "Only an import that wasn't started can be discarded.",
  "import.unknown_source": "Choose one of {names}.",
  "import.not_finished": "Only an import that has finished can be undone.",
} as const;
