import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { request, type RequestOptions } from "node:https";
import { connect } from "node:tls";
import { until, type ProductProcess } from "../app/processes.js";

export const HOST = "auth.example.com";

export interface Proxied {
  status: number;
  /** Name, value, name, value …, as they arrived. */
  rawHeaders: string[];
  body: string;
}

/** A proxy on loopback with the site that deploy/ has for it. */
export class TlsProxy {
  /** @param certificate the file with the certificate that signs the site's certificate */
  protected constructor(
    protected readonly process: ProductProcess,
    private readonly http: number,
    private readonly https: number,
    private readonly certificate: string,
  ) {}

  /** @returns this, once it serves the site by TLS: Caddy listens before it has a certificate */
  protected async listening(): Promise<this> {
    const serves = (): Promise<boolean> => {
      if (!this.process.isRunning) throw new Error("The proxy ended.");
      return servesTls(this.https);
    };
    await until("the proxy serves", serves, 60_000).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.process.errors}`, { cause: error });
    });
    return this;
  }

  /** Sends a request by TLS to the site. */
  send(
    path: string,
    { body, ...options }: RequestOptions & { body?: Buffer | string } = {},
  ): Promise<Proxied> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          ...{ host: "127.0.0.1", port: this.https, path, servername: HOST, agent: false },
          ca: readFileSync(this.certificate),
          ...options,
          headers: { Host: HOST, ...options.headers },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode!,
              rawHeaders: response.rawHeaders,
              body: Buffer.concat(parts).toString(),
            }),
          );
        },
      );
      // a proxy answers a body that is too large before all of it has been sent
      sent.on("error", (error: NodeJS.ErrnoException) => error.code !== "EPIPE" && reject(error));
      sent.end(body);
    });
  }

  /** The answer to a request without TLS: its status and the address that it redirects to. */
  async redirectOf(path: string): Promise<[status: number, location: string]> {
    const sent = get({ host: "127.0.0.1", port: this.http, path, agent: false, headers: { Host: HOST } });
    const [{ statusCode, headers }] = (await once(sent, "response")) as [IncomingMessage];
    sent.destroy();
    return [statusCode!, headers.location!];
  }

  /** Waits until it sends requests to a restarted instance again. */
  untilUsed(_port: number): Promise<void> {
    return Promise.resolve();
  }

  stop = (): Promise<unknown> => this.process.stop("SIGTERM");
}

const servesTls = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, servername: HOST, rejectUnauthorized: false };
    const socket = connect(options, () => {
      resolve(true);
      socket.end();
    });
    socket.on("error", () => resolve(false)).setTimeout(5_000, () => socket.destroy(new Error("silent")));
  });
