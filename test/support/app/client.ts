import { type RequestListener, globalAgent, Server } from "node:http";
import request, { type Response, type Test } from "supertest";
import { Upload } from "./upload.js";
import { checkResponse } from "../contract/contract-check.js";

export type { Response, Test } from "supertest";
export type ApiMethod = "get" | "post" | "put" | "patch" | "delete" | "head" | "options";

let nextNetwork = 0;
/** A client address in a network that no other test has used, so that rate limits by IP don't leak between tests. */
export const freshIp = (): string => {
  nextNetwork++;
  return `10.${(nextNetwork >> 8) & 255}.${nextNetwork & 255}.1`;
};

/** Another address in the same network. */
export const neighbourOf = (ip: string, host: number): string => ip.replace(/\d+$/, String(host));

/**
 * Lets requests to a server of this process share connections. New ones would take a fifth of the tests' time. Other
 * processes get a connection for each request, because tests kill them.
 */
export const sharingConnections = (test: Test, app: RequestListener | Server | string): Test =>
  app instanceof Server ? test.agent(globalAgent) : test;

/**
 * Sends requests to the app, below /api/v1 unless the path starts with `//`. Checks every response against the
 * contract. Each request has its own client address unless `.set("X-Forwarded-For", …)` sets one.
 */
export class ApiClient {
  constructor(
    private readonly app: RequestListener | Server,
    private readonly token: string | null = null,
  ) {}

  as(token: string): ApiClient {
    return new ApiClient(this.app, token);
  }

  get = (path: string): Test => this.send("get", path);
  head = (path: string): Test => this.send("head", path);
  options = (path: string): Test => this.send("options", path);
  delete = (path: string): Test => this.send("delete", path);
  post = (path: string, body?: object | string): Test => this.send("post", path, body);
  put = (path: string, body?: object | string): Test => this.send("put", path, body);
  patch = (path: string, body?: object | string): Test => this.send("patch", path, body);

  send(method: ApiMethod, path: string, body?: object | string): Test {
    const url = path.startsWith("//") ? path.slice(1) : `/api/v1${path}`;
    const test = sharingConnections(request(this.app)[method](url), this.app);
    void test.set("X-Forwarded-For", freshIp());
    if (this.token !== null) void test.set("Authorization", `Bearer ${this.token}`);
    if (body instanceof Upload)
      for (const { field, bytes, name = "ada.png", type = "image/png" } of body.files)
        void test.attach(field, bytes, { filename: name, contentType: type });
    else if (body !== undefined) void test.set("Content-Type", "application/json").send(body);
    return test.expect((response: Response) =>
      checkResponse({
        method: method.toUpperCase(),
        url,
        status: response.status,
        headers: response.headers,
        body: response.text ?? "",
      }),
    );
  }
}
