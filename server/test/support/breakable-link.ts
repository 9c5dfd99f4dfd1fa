import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can go dead: silent, as when packets are lost, or refused, as when it is down. */
export class BreakableLink {
  readonly #server: Server;
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #isSilent = false;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
    this.#server = createServer((socket) => this.#join(socket));
  }

  static async to(target: { host: string; port: number }): Promise<BreakableLink> {
    const link = new BreakableLink(target);
    await link.mend();
    return link;
  }

  get port(): number {
    return this.#port;
  }

  /** Stops passing bytes, without closing the connections. */
  fallSilent(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Every connection ends, new ones are refused. */
  async refuse(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Listens (again), on the same port. */
  async mend(): Promise<void> {
    this.#isSilent = false;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #join(socket: Socket): void {
    const other = connect(this.#target);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isSilent) from.pause();
    }
  }
}
