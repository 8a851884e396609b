/**
 * Serialises a query as the contract declares it: `filter[search]=ada` for objects (`deepObject`), `keys=a,b` for
 * lists. Most generators support neither.
 */
export function queryOf(parameters: object = {}): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, part]) => [`${name}[${key}]`, part] as const)
      : [[name, value] as const],
  );
  return pairs
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join("&");
}
