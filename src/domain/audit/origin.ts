import { v4 as uuidv4 } from "uuid";

/** The origin of a request, as stored in the audit log and with tokens. */
export interface Origin {
  ip: string;
  userAgent: string | null;
  traceId: string;
  /** The client whose token the request has. */
  clientId?: string | null;
  /** Whether an agent called the API for the account. */
  isAgent?: boolean;
}

/** The beginning of the header as it is stored: clients can send any text. */
export const storedUserAgent = ({ userAgent }: Origin): string | null => userAgent?.slice(0, 512) ?? null;

/** The origin of background work and of the command line, which have no request. */
export const ownOrigin = (): Origin => ({ ip: "service", userAgent: null, traceId: uuidv4() });
