import { now, toRfc3339 } from "../../lib/clock.js";
import { csv, type CsvColumns } from "../../lib/csv.js";
import type { MessageKey, MessageValues } from "../../texts/translate.js";
import type { ServedFile } from "./served-file.js";

/** A word to the reader on the next page. */
export interface Flash {
  kind: "success" | "info" | "warning" | "danger";
  key: MessageKey;
  values?: MessageValues;
}

/** What was asked for is done. */
export const success = (key: MessageKey, values: MessageValues = {}): Flash => ({
  kind: "success",
  key,
  values,
});

export interface PageOptions {
  status?: number;
  /** Around the page: the card of the signed-out screens, or the frame with the menu. */
  layout?: "guest" | "app";
  /** Origins that this page alone may load from, e.g. of a captcha. */
  origins?: readonly string[];
  /** The page shows another page of this service in a frame. */
  framesOwn?: boolean;
  /** The validated address of a client that the form of this page is answered with. */
  leadsTo?: string;
  /** The address of the page holds a secret: no other page is told it. */
  secretAddress?: boolean;
}

/** What a handler answers. */
export type WebReply =
  | { kind: "page"; view: string; title: MessageKey; data: object; options: PageOptions }
  | { kind: "redirect"; to: string; flash: Flash | null }
  | { kind: "away"; to: string }
  | { kind: "envelope"; status: number; message: string; data: object; meta: object }
  | { kind: "file"; file: ServedFile }
  | { kind: "content"; type: string; body: string | Buffer; headers: Record<string, string> }
  | { kind: "download"; name: string; type: string; parts: AsyncIterable<string | Buffer> };

/** A view below `views/pages/`. `data` reaches it as `page`. */
export const page = (
  view: string,
  title: MessageKey,
  data: object = {},
  options: PageOptions = {},
): WebReply => ({ kind: "page", view, title, data, options });

/** 302 after GET, 303 after every other method. @param to a path of this service, made by `path()` */
export const redirect = (to: string, flash: Flash | null = null): WebReply => ({
  kind: "redirect",
  to,
  flash,
});

/** The same to somewhere else. @param to an address of a client that was validated, with what it is answered */
export const redirectToClient = (to: string): WebReply => ({ kind: "away", to });

export const content = (
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): WebReply => ({ kind: "content", type, body, headers });

/** To a script, in the envelope of the API. @param message in English, like all that programs are told */
export const envelope = (
  status: number,
  message: string,
  data: object = {},
  meta: object = {},
): WebReply => ({
  kind: "envelope",
  status,
  message,
  data,
  meta,
});

/** The same for many readers, each of whom the guards have let in. */
export const served = (file: ServedFile): WebReply => ({ kind: "file", file });

/** A file to be saved, sent while it is made. @param name of the file, in plain ASCII */
export const download = (name: string, type: string, parts: AsyncIterable<string | Buffer>): WebReply => ({
  kind: "download",
  name,
  type,
  parts,
});

/** The same of items, for programs: names as they are stored, times in UTC. @param name before the day in UTC */
export const csvDownload = <Item>(
  name: string,
  columns: CsvColumns<Item>,
  items: AsyncIterable<Item>,
): WebReply => download(`${name}-${toRfc3339(now()).slice(0, 10)}.csv`, "text/csv", csv(columns, items));
