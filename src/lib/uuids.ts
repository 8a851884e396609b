import { parse } from "uuid";

/** The 16 bytes of a UUID. */
export const uuidBytes = (id: string): Buffer => Buffer.from(parse(id));
