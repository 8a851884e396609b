/**
 * The query as the contract has it: `filter[search]=ada` for objects (`deepObject`), `keys=a,b` for lists. Most
 * generators write neither by themselves.
 */
export function queryOf(parameters: object = {}): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, part]) => [`${name}[${key}]`, part] as const)
      : [[name, value] as const],
  );
  const given = pairs.filter(([, value]) => value !== undefined && value !== null);
  return given
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join("&");
}
