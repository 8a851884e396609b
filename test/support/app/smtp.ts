import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A mail server on loopback that implements a minimum of SMTP (RFC 5321) and keeps the messages it accepts. */
export class MailServer {
  /** Messages as received. */
  readonly taken: string[] = [];
  /** Commands in the order received. */
  readonly commands: string[] = [];
  /** Command → reply that replaces the usual one; "hang" for no reply. */
  readonly answers = new Map<string, string>();
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<MailServer> {
    const server = createServer();
    const mailServer = new MailServer(server);
    server.on("connection", (socket) => mailServer.greet(socket));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return mailServer;
  }

  /** For MAIL_URL. */
  url(credentials = ""): string {
    return `smtp://${credentials}127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, "close");
  }

  private greet(socket: Socket): void {
    this.sockets.add(socket);
    socket.once("close", () => this.sockets.delete(socket)).on("error", () => undefined);
    const say = (line: string): void => void (line === "hang" || socket.write(`${line}\r\n`));
    let data: string | null = null;
    let rest = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      rest += chunk;
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data === null) {
          const word = line.split(" ")[0]!.toUpperCase();
          this.commands.push(line);
          say(this.answers.get(word) ?? USUAL[word] ?? "500 What?");
          if (word === "DATA" && !this.answers.has("DATA")) data = "";
        } else if (line === ".") {
          const answer = this.answers.get("CONTENT") ?? "250 Taken";
          if (answer.startsWith("250")) this.taken.push(data);
          data = null;
          say(answer);
        } else data += `${line.replace(/^\./, "")}\r\n`;
      }
    });
    say(this.answers.get("CONNECT") ?? "220 here");
  }
}

const USUAL: Record<string, string> = {
  EHLO: "250-here\r\n250-AUTH PLAIN\r\n250 8BITMIME",
  HELO: "250 here",
  AUTH: "235 You are known",
  MAIL: "250 Go on",
  RCPT: "250 Go on",
  DATA: "354 Go on",
  RSET: "250 Forgotten",
  QUIT: "221 Bye",
};
