import type { STREAMED_FIELD } from "../contract/uploads.js";
import type { StoredUpload } from "../domain/import/imports.js";
import type { Services } from "../domain/services.js";
import type { Actor, RoleHolder } from "../domain/access/actor.js";
import type { ReadCall } from "../domain/context.js";
import type { Download } from "../http/download.js";
import type { Origin } from "../domain/audit/origin.js";
import type { Abort } from "../lib/abort.js";
import type { Awaitable } from "../lib/awaitable.js";
import type { Locale } from "../texts/translate.js";
import type { components, operations } from "../generated/api.js";
import type { RouteFileOperations } from "../generated/route-operations.js";

export type RouteName = keyof operations;
export type RouteFile = keyof RouteFileOperations;
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

type JsonOf<Content> = Content extends { "application/json": infer Body } ? Body : never;

/** A multipart body consists of files; the handler gets their bytes, or a large one as it was stored. */
type SentIn<Content> = Content extends { "multipart/form-data": infer Files }
  ? { [Name in keyof Files]: Name extends typeof STREAMED_FIELD ? StoredUpload : Buffer }
  : JsonOf<Content>;

type In<
  Name extends RouteName,
  Place extends "path" | "query" | "header",
> = operations[Name]["parameters"] extends {
  [P in Place]?: infer Values;
}
  ? [NonNullable<Values>] extends [never]
    ? Record<string, never>
    : NonNullable<Values>
  : Record<string, never>;

/** `filter[status]` of the contract is `filter.status` here, as Express parses it. */
type Nested<Query> = Omit<Query, `filter[${string}]`> &
  (keyof Query & `filter[${string}]` extends never ? unknown : { filter?: FiltersOf<Query> });
type FiltersOf<Query> = {
  [Key in keyof Query as Key extends `filter[${infer Name}]` ? Name : never]: Query[Key];
};

type BodyOf<Name extends RouteName> = operations[Name] extends { requestBody: { content: infer Content } }
  ? SentIn<Content>
  : operations[Name] extends { requestBody?: { content: infer Content } }
    ? SentIn<Content> | undefined
    : undefined;

type SuccessStatus<Name extends RouteName> = keyof operations[Name]["responses"] & (200 | 201);
type EnvelopeOf<
  Name extends RouteName,
  Status extends SuccessStatus<Name>,
> = operations[Name]["responses"][Status] extends { content: infer Content } ? JsonOf<Content> : never;
type Part<Envelope, Key extends "data" | "meta"> = Envelope extends { [K in Key]: infer Value }
  ? Value
  : never;
type MetaOf<Envelope> =
  Part<Envelope, "meta"> extends Record<string, never>
    ? { meta?: never }
    : Record<string, never> extends Part<Envelope, "meta">
      ? { meta?: Part<Envelope, "meta"> }
      : { meta: Part<Envelope, "meta"> };

type ContentOf<
  Name extends RouteName,
  Status extends SuccessStatus<Name>,
> = operations[Name]["responses"][Status] extends { content: infer Content } ? Content : never;

/** A documented success of the operation. Handlers throw failures. */
export type HandlerResult<Name extends RouteName> = {
  [Status in SuccessStatus<Name>]: ContentOf<Name, Status> extends
    { "text/csv": string } | { "application/x-ndjson": string }
    ? { status: Status; data: Record<string, never>; download: Download }
    : JsonResult<Name, Status>;
}[SuccessStatus<Name>];

type JsonResult<Name extends RouteName, Status extends SuccessStatus<Name>> = {
  status: Status;
  data: Part<EnvelopeOf<Name, Status>, "data">;
  message?: string;
  headers?: Record<string, string>;
} & MetaOf<EnvelopeOf<Name, Status>>;

/** The argument of a handler: the validated request with its caller. */
export interface Call<Name extends RouteName> {
  params: In<Name, "path">;
  query: Nested<In<Name, "query">>;
  headers: In<Name, "header">;
  body: BodyOf<Name>;
  /** The authenticated account. @throws RangeError without one: in the public tier, and for a token without a user */
  readonly actor: Actor;
  /**
   * The authenticated account, or the client that acts for itself where `x-client-token` allows it.
   * @throws RangeError in an operation of the public tier
   */
  readonly viewer: RoleHolder;
  /** The language of the account; the default language for guests and for client tokens without a user. */
  readonly locale: Locale;
  origin: Origin;
  /** Aborts when the client disconnects. */
  readonly signal: Abort;
  /** Path and query as they were sent. */
  requestTarget: string;
  services: Services;
}

/** What a domain function reads for the viewer, in an operation with `x-client-token`. */
export const asViewer = ({
  services,
  viewer,
  signal,
}: Pick<Call<RouteName>, "services" | "viewer" | "signal">): ReadCall<RoleHolder> => ({
  services,
  actor: viewer,
  signal,
});

export interface Handler<Name extends RouteName> {
  (call: Call<Name>): Awaitable<HandlerResult<Name>>;
  show?: (call: Call<Name>, id: string) => Promise<HandlerResult<Name>>;
}

/**
 * A handler that creates something and then shows it, so that a repeated request can show it again.
 * @param create returns the id, which its transaction returns, too
 */
export const creating = <Name extends RouteName>(
  create: (call: Call<Name>) => Promise<string>,
  show: (call: Call<Name>, id: string) => Promise<HandlerResult<Name>>,
): Handler<Name> => Object.assign(async (call: Call<Name>) => show(call, await create(call)), { show });

/** The handlers that a route file must export: one for each of its operations. */
export type HandlersOf<File extends RouteFile> = { [Name in RouteFileOperations[File]]: Handler<Name> };
