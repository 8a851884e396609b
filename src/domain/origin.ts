/** Where a request comes from; written into the audit log and next to tokens. */
export interface Origin {
  ip: string;
  userAgent: string | null;
  traceId: string;
}
