import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Understood, Upstream, VendorAnswer } from '../matrix-types.ts';

export type Json = Record<string, unknown>;

/** An answer as its vendor streams it: all that it says, and what ends it. */
export interface VendorStream {
  said: string[];
  end: string[];
}

/** How a vendor says things. */
export interface Voice {
  whole(answer: VendorAnswer): object;
  /** @param body of the request, which may ask for more or less in a stream */
  stream(answer: VendorAnswer, body: Json): VendorStream;
  error(status: 400 | 429, text: string): object;
  /** @param place of the event in its stream */
  errorEvent(text: string, place: number): string;
  understand(body: Json, isStream: boolean): Understood;
}

interface Received {
  body: Json;
  left: Promise<void>;
}

/** A server of the tests, whichever dialect it is strict about. */
interface VendorServer<Request extends Received> {
  readonly url: string;
  readonly received: Request[];
  does(answer: (response: ServerResponse, request: Request) => Promise<void> | void): void;
  stop(): Promise<void>;
}

const EVERY_MS = 10;
/** More than a test waits for. */
const ENDLESS_EVENTS = 6_000;

/** Lets a strict server say answers in its vendor's voice. */
export function playedUpstream<Request extends Received>(
  about: Pick<Upstream, 'name' | 'dialect' | 'model' | 'idOfCall' | 'sealsIn' | 'ends'> & {
    type: number;
    dialects?: Upstream['channel']['dialects'];
  },
  {
    server,
    refused,
    voice,
    isStream,
  }: {
    server: VendorServer<Request>;
    refused: string[];
    voice: Voice;
    isStream: (request: Request) => boolean;
  },
): Upstream {
  const { type, dialects, ...rest } = about;
  const begin = (response: ServerResponse, events: readonly string[]): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) response.write(event);
  };
  return {
    ...rest,
    channel: { type, base_url: server.url, models: about.model, ...(dialects && { dialects }) },
    refused,
    understood: () => server.received.map((request) => voice.understand(request.body, isStream(request))),
    forget() {
      server.received.length = 0;
      refused.length = 0;
    },
    says(answers) {
      let count = 0;
      server.does((response, request) => {
        const answer = answers[Math.min(count, answers.length - 1)] as VendorAnswer;
        count += 1;
        if (!isStream(request)) return sendJson(response, 200, voice.whole(answer));
        const { said, end } = voice.stream(answer, request.body);
        begin(response, [...said, ...end]);
        response.end();
      });
    },
    refuses: (status, text) =>
      server.does((response) => sendJson(response, status, voice.error(status, text))),
    failsInStream: (answer, text) =>
      server.does((response, { body }) => {
        const { said } = voice.stream(answer, body);
        begin(response, [...said, voice.errorEvent(text, said.length)]);
        response.end();
      }),
    goesOn: (answer) =>
      server.does(async (response, { body }) => {
        const { said } = voice.stream(answer, body);
        begin(response, said);
        for (let i = 0; i < ENDLESS_EVENTS && !response.destroyed; i += 1) {
          await wait(EVERY_MS);
          response.write(said.at(-1));
        }
        response.end();
      }),
    left: () => server.received.at(-1)?.left ?? Promise.reject(new Error('nothing was asked')),
    stop: () => server.stop(),
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** A text in two pieces, as streams have it. */
export function piecesOf(text: string): string[] {
  const letters = [...text];
  const half = Math.ceil(letters.length / 2);
  return [letters.slice(0, half), letters.slice(half)]
    .map((piece) => piece.join(''))
    .filter((piece) => piece !== '');
}

/** The bytes of a data URL. */
export const bytesOf = (url: unknown): string => String(url).replace(/^data:[^,]*,/, '');

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

export const textsOf = (values: readonly unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '');

export const thinks = ({ parts }: VendorAnswer): boolean => parts.some((part) => 'thinking' in part);
