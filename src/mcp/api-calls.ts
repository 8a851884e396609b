import type { IncomingMessage } from "node:http";
import { inject, type DispatchFunc } from "light-my-request";
import { API_GUARD, type Guards, type Principal } from "../auth/guards.js";
import type { Envelope } from "../http/envelope.js";
import { markCounted } from "../http/rate-limit.js";
import type { requestOf } from "./tool-requests.js";

/** What the API is told about the request of the agent, beside the arguments. */
const PASSED_ON = ["user-agent", "accept-language", "x-forwarded-for", "x-request-id"];

/** The parts of the agent's request that its calls of the API have, too. */
export type ApiRequest = Pick<IncomingMessage, "headers" | "socket">;

/** Calls of the API in the same process, without a socket. */
export class ApiCalls {
  /**
   * @param serve serves a request to the API
   * @param base the path of the API
   */
  constructor(
    private readonly guards: Guards,
    private readonly serve: DispatchFunc,
    readonly base: string,
  ) {}

  /** The request was authenticated and counted before: the API would take the token for one of another resource. */
  async send(
    { request, principal }: { request: ApiRequest; principal: Principal },
    options: ReturnType<typeof requestOf>,
  ): Promise<Envelope> {
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) =>
        request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
      ),
    ) as Record<string, string>;
    const dispatch: DispatchFunc = (injected, response) => {
      this.guards.assume(API_GUARD, injected as never, { ...principal, isAgent: true });
      markCounted(injected);
      this.serve(injected, response);
    };
    const { payload } = await inject(dispatch, {
      ...options,
      validate: false, // these options are right
      headers: { ...headers, ...options.headers, host: request.headers.host },
      remoteAddress: request.socket.remoteAddress ?? "127.0.0.1",
    });
    return JSON.parse(payload) as Envelope;
  }
}
