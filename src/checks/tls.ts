type Server = "database" | "mail";

/** By what Node.js and the drivers say: what to do for each server. */
const REASONS: { pattern: RegExp; advice: Record<Server, string> }[] = [
  {
    pattern: /self.signed|unable to (get|verify)/i,
    advice: {
      database: "Add ssl-ca=<file> to DATABASE_URL, with the authority that signed its certificate.",
      mail: "Set NODE_EXTRA_CA_CERTS to the file of the authority that signed its certificate.",
    },
  },
  {
    pattern: /altname|does not match certificate/i,
    advice: {
      database: "Use the host name that its certificate has in DATABASE_URL.",
      mail: "Use the host name that its certificate has in MAIL_URL or the mail settings.",
    },
  },
  {
    pattern: /certificate (has expired|is not yet valid)/i,
    advice: { database: "Renew its certificate.", mail: "Renew its certificate." },
  },
  {
    pattern: /insecure transport|secure transport/i,
    advice: { database: "It accepts only TLS: add ssl=required to DATABASE_URL.", mail: "Use smtps." },
  },
  {
    pattern: /does not support secure|STARTTLS|wrong version number|record layer|packet length/i,
    advice: {
      database: "It offers no TLS: turn it on there, or use ssl=off in a network that nobody else can read.",
      mail: "Use smtps:// for a port that begins with TLS (465), and smtp:// for one with STARTTLS (587).",
    },
  },
];

/** What to do when a server, or the service, refused the TLS connection; null for another reason. */
export const tlsAdvice = (server: Server, message: string): string | null =>
  REASONS.find(({ pattern }) => pattern.test(message))?.advice[server] ?? null;
