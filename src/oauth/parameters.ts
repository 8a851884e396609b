import { ProtocolError } from "../domain/oauth/protocol-error.js";

/** May be sent several times (RFC 8707, section 2). */
const REPEATABLE = "resource";

/** The parameters of a request (RFC 6749, sections 3.1 and 3.2). A parameter without a value counts as omitted. */
export class Parameters {
  private readonly values = new Map<string, string>();
  private readonly sent: [string, string][] = [];
  private readonly repeated: string[] = [];

  /** @param encoded `application/x-www-form-urlencoded` */
  constructor(encoded: string) {
    const seen = new Set<string>();
    for (const [name, value] of new URLSearchParams(encoded)) {
      if (seen.has(name) && name !== REPEATABLE) this.repeated.push(name);
      seen.add(name);
      if (value === "") continue;
      this.values.set(name, value);
      this.sent.push([name, value]);
    }
  }

  get(name: string): string | undefined {
    return this.values.get(name);
  }

  /** The values of `resource`. */
  get resources(): string[] {
    return this.sent.flatMap(([name, value]) => (name === REPEATABLE ? [value] : []));
  }

  /** @throws ProtocolError invalid_request */
  require(name: string): string {
    const value = this.values.get(name);
    if (value === undefined) throw new ProtocolError("invalid_request", `${name} is missing.`);
    return value;
  }

  /** The values of these parameters, without those that weren't sent. */
  pick(names: readonly string[]): Record<string, string> {
    return Object.fromEntries([...this.values].filter(([name]) => names.includes(name)));
  }

  /** All values but those of these parameters, form-encoded. */
  without(names: readonly string[]): string {
    return new URLSearchParams(this.sent.filter(([name]) => !names.includes(name))).toString();
  }

  isRepeated(name: string): boolean {
    return this.repeated.includes(name);
  }

  /** "Parameters MUST NOT be included more than once." @throws ProtocolError invalid_request */
  assertNoneRepeated(): void {
    if (this.repeated.length > 0)
      throw new ProtocolError("invalid_request", "A parameter was sent more than once.");
  }
}
