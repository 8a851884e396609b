/** Importing users. */
export const imports = {
  "import.not_utf8": "{file} isn't UTF-8. Convert it, for example: iconv -f ISO-8859-1 -t UTF-8 {file}",
  "import.not_csv": "Line {line} of {file} isn't CSV: {reason}",
  "import.one_document": "{file} is one JSON document. Make a line of each account: jq -c '.[]' {file}",
  "import.no_rows": "{file} has no rows.",
  "import.no_email": "No row of {file} has an email. It has the fields {fields}.",
  "import.no_passwords": "No row has a password: is it a file of {source}? It has the fields {fields}.",
} as const;
