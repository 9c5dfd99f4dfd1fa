import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Event = Record<string, unknown> & { type: string };

/** Usage of an answer by voice, as OpenAI's reference prints it for `response.done`, checked 2026-11. */
export const documentedUsage = {
  total_tokens: 253,
  input_tokens: 132,
  output_tokens: 121,
  input_token_details: {
    text_tokens: 119,
    audio_tokens: 13,
    image_tokens: 0,
    cached_tokens: 64,
    cached_tokens_details: { text_tokens: 64, audio_tokens: 0, image_tokens: 0 },
  },
  output_token_details: { text_tokens: 30, audio_tokens: 91 },
};

/** Events that OpenAI accepts; any other gets an error event. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['session.update', 'input_audio_buffer.append', 'input_audio_buffer.commit', 'input_audio_buffer.clear'],
  ...['conversation.item.create', 'conversation.item.delete', 'response.create', 'response.cancel'],
]);

/** Plays OpenAI's realtime server: one address, one key, and what the tests let it say. */
export class RealtimeUpstream {
  readonly received: Event[] = [];
  /** As they came. */
  readonly texts: string[] = [];
  readonly requests: IncomingMessage[] = [];
  readonly sockets: WebSocket[] = [];
  path = '/v1/realtime?model=gpt-realtime';
  header: [name: string, value: string] = ['authorization', 'Bearer upstream-key'];
  /** Said in place of `session.created`. */
  opening: Event = { type: 'session.created', event_id: 'event_1', session: { id: 'sess_1' } };
  /** Answers an event of the caller next to what was said of it. */
  onEvent: (event: Event, say: (event: Event) => void) => void = () => {};
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<RealtimeUpstream> {
    const server = createServer((_request, response) => response.writeHead(404).end());
    const upstream = new RealtimeUpstream(server);
    const acceptor = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, connection, head) => {
      upstream.requests.push(request);
      const refusal = upstream.#refusalOf(request);
      if (refusal !== null) {
        const body = JSON.stringify({ error: { message: refusal, type: 'invalid_request_error' } });
        const status = refusal === 'no key' ? '401 Unauthorized' : '404 Not Found';
        connection.end(
          `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
        return;
      }
      acceptor.handleUpgrade(request, connection, head, (socket) => upstream.#play(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** To every session that is open. */
  say(event: Event): void {
    for (const socket of this.sockets) socket.send(JSON.stringify(event));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #refusalOf({ url, headers }: IncomingMessage): string | null {
    if (url !== this.path) return `no such address: ${url}`;
    const [name, value] = this.header;
    return headers[name] === value ? null : 'no key';
  }

  #play(socket: WebSocket): void {
    this.sockets.push(socket);
    const say = (event: Event): void => socket.send(JSON.stringify(event));
    say(this.opening);
    socket.on('message', (data) => {
      this.texts.push(String(data));
      const event = JSON.parse(String(data)) as Event;
      this.received.push(event);
      if (!KNOWN.has(event.type)) say({ type: 'error', error: { message: `unknown event ${event.type}` } });
      else this.onEvent(event, say);
    });
  }
}
