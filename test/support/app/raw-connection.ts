import { connect, type Socket } from "node:net";
import { until } from "./processes.js";

/** A TCP connection for writing raw bytes. */
export class RawConnection {
  received = "";
  /** Milliseconds until the server closed the connection. */
  readonly closed: Promise<number>;
  private readonly socket: Socket;

  constructor(port: number) {
    const started = Date.now();
    this.socket = connect(port, "127.0.0.1");
    this.socket.on("data", (chunk) => (this.received += chunk.toString()));
    this.socket.on("error", () => undefined); // a reset closes it too
    this.closed = new Promise((resolve) => this.socket.once("close", () => resolve(Date.now() - started)));
  }

  write(text: string): void {
    if (this.socket.writable) this.socket.write(text);
  }

  async receives(text: string): Promise<void> {
    await until(`the server sends ${text}`, () => Promise.resolve(this.received.includes(text)));
  }

  /** Writes one byte per interval. */
  drip(everyMs: number): void {
    const timer = setInterval(() => this.write("x"), everyMs);
    void this.closed.then(() => clearInterval(timer));
  }

  destroy(): void {
    this.socket.destroy();
  }
}
