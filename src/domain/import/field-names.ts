/**
 * The name of a field here → its name in the file.
 * @param pairs `email=mail,first_name=profile.first`
 * @returns null for another form
 */
export function fieldNames(pairs: string): Map<string, string> | null {
  const names = pairs.split(",").map((pair): [string, string] => {
    const [name = "", ...inFile] = pair.split("=");
    return [name.trim(), inFile.join("=").trim()];
  });
  return names.every(([name, inFile]) => /^\S+$/.test(name) && inFile !== "") ? new Map(names) : null;
}
