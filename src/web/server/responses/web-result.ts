import type { RequestHandler } from "express";
import type { Denial } from "../../../auth/browser-sign-in.js";
import type { Download } from "../../../http/download.js";
import type { MessageKey, MessageValues } from "../../../texts/translate.js";
import type { ServedFile } from "../assets/served-file.js";

/** A message for the next page. */
export interface Flash {
  kind: "success" | "info" | "warning" | "danger";
  key: MessageKey;
  values?: MessageValues;
  /** What is said after the message about an account that isn't active. */
  denial?: Denial;
  /** A page of this service that the message leads to. */
  link?: { to: string; label: MessageKey };
  /** Whether a mail was sent that the reader can see in the local mailbox, in development. */
  isMailed?: true;
  /** Field → value that the next page fills its form with. */
  entered?: Record<string, string>;
}

/** A message about success. */
export const success = (key: MessageKey, values: MessageValues = {}): Flash => ({
  kind: "success",
  key,
  values,
});

/** A message that a mail was sent. */
export const mailed = (key: MessageKey, values: MessageValues = {}): Flash => ({
  ...success(key, values),
  isMailed: true,
});

export interface PageOptions {
  status?: number;
  /** The layout: the card of the signed-out screens, or the frame with the menu. */
  layout?: "guest" | "app";
  /** Origins that only this page can load from, for example of a captcha. */
  origins?: readonly string[];
  /** Whether the page shows another page of this service in a frame. */
  framesOwn?: boolean;
  /** Whether the page's address contains a secret and must not be sent as a referrer. */
  secretAddress?: boolean;
  /** Whether the page shows a secret (a token, a key or codes), so that it must not be compressed. */
  secret?: boolean;
}

/** The result of a handler. */
export type WebResult =
  | { kind: "page"; view: string; title: MessageKey; data: object; options: PageOptions }
  | { kind: "redirect"; to: string; flash: Flash | null }
  | { kind: "away"; to: string }
  | { kind: "envelope"; status: number; message: string; data: object; meta: object }
  | { kind: "file"; file: ServedFile; isImmutable: boolean }
  | { kind: "package"; handlers: readonly RequestHandler[]; file: string }
  | { kind: "content"; type: string; body: string | Buffer; headers: Record<string, string> }
  | ({ kind: "download" } & Download);

/** A view below `views/pages/`. It sees `data` as `page`. */
export const page = (
  view: string,
  title: MessageKey,
  data: object = {},
  options: PageOptions = {},
): WebResult => ({ kind: "page", view, title, data, options });

/** 302 after GET, 303 after every other method. @param to a path of this service, made by `path()` */
export const redirect = (to: string, flash: Flash | null = null): WebResult => ({
  kind: "redirect",
  to,
  flash,
});

/** Redirects to a client. @param to the client's validated address, with the answer */
export const redirectToClient = (to: string): WebResult => ({ kind: "away", to });

export const content = (
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): WebResult => ({ kind: "content", type, body, headers });

/** An answer for scripts, in the API's envelope. @param message in English, like all messages for programs */
export const envelope = (
  status: number,
  message: string,
  data: object = {},
  meta: object = {},
): WebResult => ({
  kind: "envelope",
  status,
  message,
  data,
  meta,
});

/** A file that many readers get, after the guards have let each of them in. */
export const served = (file: ServedFile): WebResult => ({ kind: "file", file, isImmutable: false });

/** The same for a file whose address contains its hash: the browser keeps it. */
export const immutableFile = (file: ServedFile): WebResult => ({ kind: "file", file, isImmutable: true });

/**
 * A file that a package sends, under an address with its version: the browser keeps it.
 * @param handlers of the package, as they would be mounted
 */
export const fromPackage = (handlers: readonly RequestHandler[], file: string): WebResult => ({
  kind: "package",
  handlers,
  file,
});

/** A file to save. */
export const download = (file: Download): WebResult => ({ kind: "download", ...file });
