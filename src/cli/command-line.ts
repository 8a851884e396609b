import { userInfo } from "node:os";
import { v4 as uuidv4 } from "uuid";
import { sqliteFile } from "../config/addresses.js";
import type { Config } from "../config/config.js";
import { Operator, type Administrator } from "../domain/access/actor.js";
import type { Origin } from "../domain/audit/origin.js";
import type { ActorCall } from "../domain/context.js";
import { createServices, type Services } from "../domain/services.js";
import { createLogger } from "../lib/telemetry/log.js";
import { becomeOperator, becomeOwnerOf } from "./files/rights.js";
import type { Terminal } from "./terminal.js";

/** How a command reaches the service. Tests replace it. */
export interface Installation {
  /** @throws ConfigurationError */
  config(): Config;
  /** @throws ConfigurationError */
  services(): Services;
  /** Closes the services, if they were opened. */
  close(): Promise<void>;
}

/** The run of one command. */
export class CommandLine {
  /** Whether the result is printed as JSON. */
  isJson = false;
  exitCode = 0;
  private isOwner = false;

  constructor(
    readonly terminal: Terminal,
    private readonly installation: Installation,
  ) {}

  /** From here on, root works as the owner of the data: only the configuration may need the rights of root. */
  get config(): Config {
    const config = this.installation.config();
    if (!this.isOwner) becomeOwnerOf(sqliteFile(config.env.DATABASE_URL) ?? config.env.AVATAR_DIR);
    this.isOwner = true;
    return config;
  }

  get services(): Services {
    void this.config;
    return this.installation.services();
  }

  async close(): Promise<void> {
    await this.installation.close();
    becomeOperator();
  }

  /** Prints the result: the value with `--json`, otherwise the lines. */
  print(value: unknown, lines: readonly string[]): void {
    if (this.isJson) this.terminal.write(JSON.stringify(value, null, 2));
    else for (const line of lines) this.terminal.write(line);
  }

  /** A call to the domain in the name of the operator, who has every right. */
  async operator(): Promise<ActorCall<Administrator>> {
    const { services } = this;
    return { services, origin: commandOrigin(), actor: new Operator([], await services.authority.current()) };
  }
}

/** The origin of a command, with the account of the operating system that ran it. */
export const commandOrigin = (): Origin => ({ ip: "cli", userAgent: systemUser(), traceId: uuidv4() });

function systemUser(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null; // containers often run under an id without a name
  }
}

/** Opens the services on first use, because some commands need none. */
export function installationOf(
  readConfig: () => Config,
  close: (services: Services) => Promise<void>,
): Installation {
  let config: Config | undefined;
  let services: Services | undefined;
  const configured = (): Config => (config ??= readConfig());
  return {
    config: configured,
    // the output is the result, which can be JSON
    services: () => (services ??= createServices(configured(), createLogger("error", false, process.stderr))),
    close: async () => (services === undefined ? undefined : close(services)),
  };
}
