import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '../support/site.ts';

interface Address {
  path: string;
  /** Content type of the body. */
  type: string;
}

/** A call on a connection of its own, sent byte by byte as an attacker likes. */
export class RawCall {
  answer = '';
  isClosed = false;
  readonly #socket: Socket;

  /** Sends the header, which announces a body in chunks. */
  constructor(
    url: string,
    tokenKey: string,
    { path = '/v1/chat/completions', type = 'application/json' }: Partial<Address> = {},
  ) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.setNoDelay(true);
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => {
      this.answer += text;
    });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.isClosed = true;
    });
    this.#socket.write(
      `POST ${path} HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${tokenKey}\r\n` +
        `content-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
  }

  /** Status of the answer, 0 while there is none. */
  get status(): number {
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.answer)?.[1] ?? 0);
  }

  /** Code of the error catalogue; the empty text while there is none. */
  get errorCode(): string {
    return /^x-error-code: (\S+)/im.exec(this.answer)?.[1] ?? '';
  }

  /** Sends bytes that are framed already, at the pace of the gateway. Resolves when they are sent, or never will be. */
  send(framed: Buffer): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#socket.off('close', end);
        resolve();
      };
      this.#socket.once('close', end);
      this.#socket.write(framed, end);
    });
  }

  /** Sends bytes that are framed already again and again. @returns how often */
  async sendUntilClosed(framed: Buffer): Promise<number> {
    let times = 0;
    for (; !this.isClosed; times += 1) {
      await this.send(framed);
      await nextTurn();
    }
    return times;
  }

  /** Waits until the gateway answers. */
  answered(): Promise<unknown> {
    return eventually(async () => this.status > 0 || this.isClosed, { withinMs: 30_000 });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Bytes of a body as one chunk. */
export const oneChunk = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);

/** Bytes of a body with a chunk for each byte. */
export function chunkOfEach(body: Buffer): Buffer {
  const framed = Buffer.from('1\r\n.\r\n'.repeat(body.length), 'latin1');
  for (const [at, byte] of body.entries()) framed[at * 6 + 3] = byte;
  return framed;
}
