import { v4 as uuidv4 } from "uuid";

/** Where a request comes from; written into the audit log and next to tokens. */
export interface Origin {
  ip: string;
  userAgent: string | null;
  traceId: string;
}

/** Of what the service does by itself, without a request. */
export const ownOrigin = (): Origin => ({ ip: "service", userAgent: null, traceId: uuidv4() });
