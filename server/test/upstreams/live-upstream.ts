import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Message = Record<string, unknown>;

/**
 * Usage of a response by voice, shaped as Google's reference has it for `usageMetadata` of the Live API, checked 2026-11:
 * `responseTokenCount` in place of `candidatesTokenCount`.
 */
export const liveUsage = {
  promptTokenCount: 120,
  responseTokenCount: 80,
  totalTokenCount: 200,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 20 },
    { modality: 'AUDIO', tokenCount: 100 },
  ],
  responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 80 }],
};

/** Messages that Google accepts after the setup, in the spelling of its clients. */
const KNOWN: ReadonlySet<string> = new Set(['clientContent', 'realtimeInput', 'toolResponse']);

/** Plays Google's Live API: one address, one key; JSON in binary frames, faults by the end of the socket. */
export class LiveUpstream {
  readonly received: Message[] = [];
  readonly requests: IncomingMessage[] = [];
  readonly sockets: WebSocket[] = [];
  path = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';
  key = 'upstream-key';
  models: readonly string[] = ['models/gemini-live'];
  /** In place of `setupComplete`; null ends the socket with `refusal`. */
  opening: Message | null = { setupComplete: {} };
  refusal: readonly [code: number, reason: string] = [1011, 'Internal error encountered.'];
  onMessage: (message: Message, say: (message: Message) => void) => void = () => {};
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<LiveUpstream> {
    const server = createServer((_request, response) => response.writeHead(404).end());
    const upstream = new LiveUpstream(server);
    const acceptor = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, connection, head) => {
      upstream.requests.push(request);
      if (request.url !== upstream.path) {
        connection.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      acceptor.handleUpgrade(request, connection, head, (socket) => upstream.#play(socket, request));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** To every session that is open. */
  say(message: Message): void {
    for (const socket of this.sockets) socket.send(Buffer.from(JSON.stringify(message)), { binary: true });
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #play(socket: WebSocket, { headers }: IncomingMessage): void {
    this.sockets.push(socket);
    const say = (message: Message): void =>
      socket.send(Buffer.from(JSON.stringify(message)), { binary: true });
    let isSetUp = false;
    socket.on('message', (data, isBinary) => {
      const message = JSON.parse(String(data)) as Message;
      this.received.push(message);
      const [name = '', ...others] = Object.keys(message);
      if (isBinary || others.length > 0) return socket.close(1007, 'Request contains an invalid argument.');
      if (isSetUp) {
        if (KNOWN.has(name)) this.onMessage(message, say);
        else socket.close(1007, `Unknown name "${name}"`);
        return;
      }
      const { model } = (message.setup ?? {}) as { model?: string };
      if (headers['x-goog-api-key'] !== this.key)
        return socket.close(1007, 'API key not valid. Please pass a valid API key.');
      if (!this.models.includes(model ?? ''))
        return socket.close(
          1008,
          `${model} is not found for API version v1beta, or is not supported for bidi`,
        );
      if (this.opening === null) return socket.close(...this.refusal);
      isSetUp = true;
      say(this.opening);
    });
  }
}
