import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { runParty } from "../oauth/built-parties.js";
import type { Authenticator, Behaviour, CreationOptions, RequestOptions } from "./software-authenticator.js";

/** An authenticator and the browser around it in a program of others, which answers each line of JSON by another. */
export class AuthenticatorProgram implements Authenticator {
  private readonly program: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;
  private errors = "";

  constructor(
    name: string,
    algorithm: string,
    private readonly origin: string,
  ) {
    this.program = runParty(name, [algorithm]);
    this.program.stderr.on("data", (part: Buffer) => (this.errors += part.toString()));
    this.lines = createInterface(this.program.stdout)[Symbol.asyncIterator]();
  }

  /** `navigator.credentials.create`. */
  create = (options: CreationOptions): Promise<object> =>
    this.ask({ do: "create", origin: this.origin, options });

  /** `navigator.credentials.get`. */
  get = (
    options: RequestOptions,
    { origin = this.origin, rpId = options.rpId, count }: Behaviour = {},
  ): Promise<object> => this.ask({ do: "get", origin, options: { ...options, rpId }, count });

  stop(): void {
    this.program.kill();
  }

  private async ask(request: object): Promise<object> {
    this.program.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`The authenticator ended: ${this.errors}`);
    return JSON.parse(value) as object;
  }
}
