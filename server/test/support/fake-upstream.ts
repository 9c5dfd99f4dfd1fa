import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** A request as the upstream received it. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Fields of a form, with files as `{ filename, type, bytes }`; `text` of XML. */
  body: Record<string, unknown>;
  rawBody: string;
  /** Resolves when the connection of this request has closed before its answer was complete. */
  left: Promise<void>;
}

/** Checks a request as a vendor does, and returns its refusal. */
type Refuses = (asked: {
  request: IncomingMessage;
  /** Null where the body is no JSON. */
  received: ReceivedRequest | null;
}) => { status: number; body: string } | null;

type Answer = (response: ServerResponse, request: ReceivedRequest) => Promise<void> | void;

const recordingOf = (name: string): string =>
  readFileSync(new URL(`../recordings/${name}`, import.meta.url), 'utf8').trimEnd();

/** A recorded stream as OpenAI frames it. */
export const framedEvents = (name: string): string[] =>
  recordingOf(name)
    .split('\n')
    .map((data) => `data: ${data}\n\n`);

/** A request without a key, a body that is no JSON, usage asked for without a stream. */
const refusedByOpenAi: Refuses = ({ request, received }) => {
  const refusal = (status: number, message: string) => ({
    status,
    body: JSON.stringify({ error: { message, type: 'invalid_request_error', code: null } }),
  });
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) return refusal(401, 'no key');
  if (received === null) return refusal(400, 'no JSON');
  const { stream_options, stream } = received.body;
  return stream_options !== undefined && stream !== true ? refusal(400, 'stream_options') : null;
};

/** Plays a vendor's server. It gives the prepared answers and refuses requests that a vendor would refuse. */
export class FakeUpstream {
  readonly received: ReceivedRequest[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #answer: Answer = (response) => sendJson(response, 200, recordingOf('openai-chat/hello.json'));

  readonly #refuses: Refuses;

  private constructor(server: Server, refuses: Refuses) {
    this.#server = server;
    this.#refuses = refuses;
  }

  static async start({ refuses = refusedByOpenAi }: { refuses?: Refuses } = {}): Promise<FakeUpstream> {
    const server = createServer();
    const upstream = new FakeUpstream(server, refuses);
    server.on('request', (request, response) => void upstream.#take(request, response));
    server.on('connection', (socket) => {
      upstream.#sockets.add(socket);
      socket.on('close', () => upstream.#sockets.delete(socket));
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers each request by a function. */
  does(answer: Answer): void {
    this.#answer = answer;
  }

  /** Answers with a status and an error of OpenAI's shape. */
  answers(
    status: number,
    error: object = { message: 'refused', type: 'test', code: null },
    headers = {},
  ): void {
    this.does((response) => sendJson(response, status, JSON.stringify({ error }), headers));
  }

  /** Plays a recording: a whole answer, or a stream where the request asks for one. */
  plays(name: string, { everyMs = 0 }: { everyMs?: number } = {}): void {
    if (name.endsWith('.json')) {
      this.does((response) => sendJson(response, 200, recordingOf(name)));
      return;
    }
    this.does((response, { body }) => {
      const options = body.stream_options as { include_usage?: boolean } | undefined;
      const events = framedEvents(name).filter(
        (event) => options?.include_usage === true || !event.includes('"choices":[]'),
      );
      return this.#stream(response, events, everyMs);
    });
  }

  /** Sends events as they are. */
  streams(events: readonly string[], { everyMs = 0 }: { everyMs?: number } = {}): void {
    this.does((response) => this.#stream(response, events, everyMs));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #stream(response: ServerResponse, events: readonly string[], everyMs: number): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      if (response.destroyed) return;
      response.write(event);
      if (everyMs > 0) await wait(everyMs);
    }
    response.end();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readBody(request);
    if (read === null) return;
    const { body, rawBody } = read;
    response.on('error', () => {});
    const received = body === null ? null : receivedOf(request, response, { body, rawBody });
    const refusal = this.#refuses({ request, received });
    if (refusal !== null || received === null)
      return sendJson(response, refusal?.status ?? 400, refusal?.body ?? '');
    this.received.push(received);
    await this.#answer(response, received);
  }
}

async function readAsType(bytes: Buffer, type: string): Promise<Record<string, unknown> | null> {
  const text = bytes.toString('utf8');
  if (type.startsWith('multipart/')) return parseForm(bytes, type);
  if (type.endsWith('xml')) return { text };
  if (type.endsWith('urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  return parseBody(text);
}

function parseBody(text: string): Record<string, unknown> | null {
  if (text === '') return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** @returns null where the caller leaves in the middle of it */
async function readBody(
  request: IncomingMessage,
): Promise<{ body: Record<string, unknown> | null; rawBody: string } | null> {
  const bytes = await buffer(request).catch(() => null);
  if (bytes === null) return null;
  const rawBody = bytes.toString('utf8');
  const type = request.headers['content-type'] ?? '';
  return { body: await readAsType(bytes, type), rawBody };
}

async function parseForm(bytes: Buffer, type: string): Promise<Record<string, unknown> | null> {
  try {
    const form = await new Response(bytes as never, { headers: { 'content-type': type } }).formData();
    const body: Record<string, unknown> = {};
    for (const [name, value] of form as unknown as Iterable<[string, string | File]>) {
      const read =
        typeof value === 'string'
          ? value
          : { filename: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
      body[name] = name in body ? [body[name], read].flat() : read;
    }
    return body;
  } catch {
    return null;
  }
}

function receivedOf(
  request: IncomingMessage,
  response: ServerResponse,
  { body, rawBody }: Pick<ReceivedRequest, 'body' | 'rawBody'>,
): ReceivedRequest {
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body,
    rawBody,
    left: new Promise((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    }),
  };
}

export function sendJson(response: ServerResponse, status: number, body: string, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
