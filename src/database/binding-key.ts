/** A value of a statement that is read again and again. */
export type Binding = string | number | Buffer;

const textOf = (binding: Binding): string =>
  typeof binding === "object" ? binding.toString("latin1") : String(binding);

/** The key of the bindings. Of several, each starts with its length, so that neighbours can't be confused. */
export function keyOf(bindings: readonly Binding[]): string {
  if (bindings.length === 1) return textOf(bindings[0]!);
  return bindings.map(textOf).reduce((key, text) => `${key}${text.length}:${text}`, "");
}
