import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { findGeminiFault } from './gemini-request-rules.ts';

/** A request as the upstream received it. */
export interface ReceivedGeminiRequest {
  model: string;
  verb: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  rawBody: string;
  /** Resolves when the connection of this request has closed before its answer was complete. */
  left: Promise<void>;
}

type Answer = (response: ServerResponse, request: ReceivedGeminiRequest) => Promise<void> | void;

export const recordingOfGemini = (name: string): string =>
  readFileSync(new URL(`../recordings/gemini/${name}`, import.meta.url), 'utf8').trimEnd();

/** A recorded stream as Google frames it. */
export const geminiEventsOf = (name: string): string[] =>
  recordingOfGemini(name)
    .split('\n')
    .map((data) => `data: ${data}\r\n\r\n`);

export const geminiEvent = (answer: object): string => `data: ${JSON.stringify(answer)}\r\n\r\n`;

const CALL = /^\/v1beta\/((?:models|tunedModels)\/[^/:?]+):(\w+)(\?alt=sse)?$/;

/**
 * Plays Google's Gemini API with prepared answers. It refuses the same requests as Google: another version or path, a key
 * outside of `x-goog-api-key`, unknown members and contents in a wrong order. It also refuses thinking without its
 * signature, and settings that are out of range.
 */
export class GeminiUpstream {
  readonly received: ReceivedGeminiRequest[] = [];
  /** Refused requests, for tests that expect none. */
  readonly refused: string[];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #answer: Answer = (response) => sendGemini(response, 200, recordingOfGemini('google-text.json'));

  private constructor(server: Server, refused: string[]) {
    this.#server = server;
    this.refused = refused;
  }

  static async start({ refused = [] }: { refused?: string[] } = {}): Promise<GeminiUpstream> {
    const server = createServer();
    const upstream = new GeminiUpstream(server, refused);
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

  does(answer: Answer): void {
    this.#answer = answer;
  }

  /** Answers whole with an answer, a recording or bytes. */
  says(answer: object | string): void {
    const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
    this.does((response) => sendGemini(response, 200, body));
  }

  refuses(code: number, error: { status: string; message: string; details?: object[] }): void {
    this.does((response) => sendGemini(response, code, JSON.stringify({ error: { code, ...error } })));
  }

  /** Sends events as they are. */
  streams(events: readonly string[], { everyMs = 0 }: { everyMs?: number } = {}): void {
    this.does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events) {
        if (response.destroyed) return;
        response.write(event);
        if (everyMs > 0) await wait(everyMs);
      }
      response.end();
    });
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await text(request);
    response.on('error', () => {});
    const refuse = (code: number, status: string, message: string): void => {
      this.refused.push(message);
      sendGemini(response, code, JSON.stringify({ error: { code, message, status } }));
    };
    const { url = '', headers, method } = request;
    const [, resource, verb = '', sse] = CALL.exec(url) ?? [];
    if (method !== 'POST' || resource === undefined)
      return refuse(404, 'NOT_FOUND', `The requested URL ${url} was not found on this server.`);
    if (headers.authorization !== undefined)
      return refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    if (!/^\S+$/.test(String(headers['x-goog-api-key'] ?? '')))
      return refuse(403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers.");
    if ((verb === 'streamGenerateContent') !== (sse !== undefined))
      return refuse(400, 'INVALID_ARGUMENT', 'Only streams are asked for with alt=sse, and all of them are.');
    let body: Record<string, unknown>;
    try {
      body = JSON.parse(rawBody) as Record<string, unknown>;
    } catch {
      return refuse(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.');
    }
    const model = decodeURIComponent(resource.replace(/^models\//, ''));
    const fault = findGeminiFault({ verb, model, body });
    if (fault !== null) return refuse(fault.code ?? 400, fault.status ?? 'INVALID_ARGUMENT', fault.message);
    const received: ReceivedGeminiRequest = {
      ...{ model, verb, url, headers, body, rawBody },
      left: new Promise((resolve) => {
        response.once('close', () => {
          if (!response.writableFinished) resolve();
        });
      }),
    };
    this.received.push(received);
    await this.#answer(response, received);
  }
}

export function sendGemini(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(body);
}
