import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { testCertificate } from './test-certificate.ts';

interface ProxyRules {
  username?: string;
  password?: string;
  /** A refusal for every caller: an HTTP status, or a SOCKS reply code. */
  refuses?: number;
  /** Takes connections and says nothing. */
  isSilent?: boolean;
}

/** A small proxy: remembers what it was asked for and what passed through it, and leads every name to this machine. */
export class TestProxy {
  /** `host:port` of each tunnel that was asked for. */
  readonly asked: string[] = [];
  /** Credentials of the callers, as `user:password`. */
  readonly who: string[] = [];
  /** Bytes that went from the gateway to upstreams. */
  passed = '';
  /** Connections to it that are open. */
  openCount = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  readonly #scheme: string;

  private constructor(scheme: string, server: Server) {
    this.#scheme = scheme;
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.openCount += 1;
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.openCount -= 1;
        this.#sockets.delete(socket);
      });
    });
  }

  static async start(
    scheme: 'http' | 'https' | 'socks5' | 'socks5h',
    rules: ProxyRules = {},
  ): Promise<TestProxy> {
    const http = scheme === 'https' ? createHttpsServer(testCertificate) : createHttpServer();
    const server = scheme.startsWith('socks') ? createServer() : http;
    const proxy = new TestProxy(scheme, server);
    if (scheme.startsWith('socks'))
      server.on('connection', (socket: Socket) => proxy.#serveSocks(socket, rules));
    else {
      // A request that is no CONNECT would show the proxy everything.
      http.on('request', (request, response) => {
        proxy.asked.push(`${request.method} ${request.url}`);
        response.writeHead(405).end();
      });
      http.on('connect', (request, socket: Duplex) => {
        socket.on('error', () => {});
        if (rules.isSilent) return void socket.resume().on('end', () => socket.destroy());
        const said = /^Basic (.*)$/.exec(request.headers['proxy-authorization'] ?? '')?.[1];
        const who = said === undefined ? '' : Buffer.from(said, 'base64').toString();
        proxy.asked.push(String(request.url));
        proxy.who.push(who);
        const isKnown = rules.username === undefined || who === `${rules.username}:${rules.password}`;
        const status = rules.refuses ?? (isKnown ? 200 : 407);
        if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        proxy.#join(socket, Number(String(request.url).split(':').at(-1)));
      });
    }
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(userInfo = ''): string {
    return `${this.#scheme}://${userInfo === '' ? '' : `${userInfo}@`}localhost:${this.port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serveSocks(socket: Socket, rules: ProxyRules): void {
    if (rules.isSilent) return void socket.resume().on('end', () => socket.destroy());
    let step: 'method' | 'who' | 'target' = 'method';
    const read = (bytes: Buffer) => {
      if (step === 'method') {
        const wantsPassword = rules.username !== undefined;
        const method = wantsPassword ? 2 : 0;
        if (!bytes.subarray(2).includes(method)) return void socket.end(Buffer.from([5, 0xff]));
        step = wantsPassword ? 'who' : 'target';
        socket.write(Buffer.from([5, method]));
      } else if (step === 'who') {
        const nameEnd = 2 + Number(bytes[1]);
        const who = `${bytes.subarray(2, nameEnd)}:${bytes.subarray(nameEnd + 1)}`;
        this.who.push(who);
        const isKnown = who === `${rules.username}:${rules.password}`;
        step = 'target';
        if (isKnown) socket.write(Buffer.from([1, 0]));
        else socket.end(Buffer.from([1, 1]));
      } else {
        const host =
          bytes[3] === 3
            ? bytes.toString('latin1', 5, 5 + Number(bytes[4]))
            : [...bytes.subarray(4, bytes.length - 2)].join(bytes[3] === 1 ? '.' : ':');
        const port = bytes.readUInt16BE(bytes.length - 2);
        this.asked.push(`${host}:${port}`);
        socket.off('data', read);
        const reply = Buffer.from([5, rules.refuses ?? 0, 0, 1, 0, 0, 0, 0, 0, 0]);
        if (rules.refuses !== undefined) return void socket.end(reply);
        socket.write(reply);
        this.#join(socket, port);
      }
    };
    socket.on('data', read);
  }

  #join(socket: Duplex, port: number): void {
    const upstream = connect(port, '127.0.0.1');
    this.#sockets.add(upstream);
    socket.on('data', (bytes: Buffer) => {
      this.passed += bytes.toString('latin1');
    });
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  }
}
