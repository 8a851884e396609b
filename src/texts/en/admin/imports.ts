/** Importing users. */
export const imports = {
  "import.not_utf8": "{file} isn't UTF-8. Convert it, for example: iconv -f ISO-8859-1 -t UTF-8 {file}",
  "import.not_csv": "Line {line} of {file} isn't CSV: {reason}",
  "import.one_document": "{file} is one JSON document. Make a line of each account: jq -c '.[]' {file}",
  "import.no_rows": "{file} has no rows.",
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
