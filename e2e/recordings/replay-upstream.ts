import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConversationDialect } from '@turnpike/contract';
import { FakeUpstream, type ReceivedRequest } from '../../server/test/support/fake-upstream.ts';
import type { RecordedAnswer } from '../../server/test/support/recorded-answers.ts';
import { startAnthropicUpstream } from '../../server/test/upstreams/anthropic-messages-upstream.ts';
import { GeminiUpstream } from '../../server/test/upstreams/gemini-upstream.ts';
import { faultOfChat } from '../../server/test/upstreams/openai-chat-faults.ts';
import { faultOfResponsesRequest } from '../../server/test/upstreams/openai-responses-upstream.ts';

export interface ReplayUpstream {
  readonly url: string;
  stop(): Promise<void>;
}

/** The model that a recording is the answer of, and of no other. */
export const modelOf = ({ name }: RecordedAnswer): string => `recorded-${name.replaceAll(' ', '-')}`;

/**
 * Plays recordings of one dialect, each by the name of its model and as it was asked for, whole or streamed. It refuses
 * what the dialect's first vendor would refuse.
 */
export async function startReplayUpstream(
  dialect: ConversationDialect,
  recordings: readonly RecordedAnswer[],
): Promise<ReplayUpstream> {
  const byModel = new Map(recordings.map((recording) => [modelOf(recording), recording]));
  const play = (response: ServerResponse, model: unknown, isStream: boolean): void => {
    const recording = byModel.get(String(model));
    const isAsked = recording?.isStream === isStream;
    if (recording === undefined || !isAsked) {
      const { status, body } = refusalOf(`no recording of ${model}, ${isStream ? 'streamed' : 'whole'}`);
      response.writeHead(status).end(body);
      return;
    }
    const type = isStream ? 'text/event-stream; charset=utf-8' : 'application/json';
    response.writeHead(recording.status, { 'content-type': type }).end(recording.body);
  };
  if (dialect === 'gemini') {
    const server = await GeminiUpstream.start();
    server.does((response, { model, verb }) => play(response, model, verb === 'streamGenerateContent'));
    return server;
  }
  const server = await starts[dialect]();
  server.does((response, { body }) => play(response, body.model, body.stream === true));
  return server;
}

type Body = Record<string, unknown>;

const starts: Readonly<Record<Exclude<ConversationDialect, 'gemini'>, () => Promise<FakeUpstream>>> = {
  'openai-chat': () => startOpenAiUpstream('/v1/chat/completions', faultOfChat),
  'openai-responses': () =>
    startOpenAiUpstream('/v1/responses', (body) => faultOfResponsesRequest(body)?.message ?? null),
  'anthropic-messages': () => startAnthropicUpstream({ isOther: true }),
};

const startOpenAiUpstream = (path: string, faultOf: (body: Body) => string | null): Promise<FakeUpstream> =>
  FakeUpstream.start({
    refuses(asked) {
      const fault = faultOfRequest(asked, path) ?? faultOf(asked.received?.body ?? {});
      return fault === null ? null : refusalOf(fault);
    },
  });

function faultOfRequest(
  { request, received }: { request: IncomingMessage; received: ReceivedRequest | null },
  path: string,
): string | null {
  if (request.url !== path) return `Invalid URL (POST ${request.url})`;
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) return 'no key';
  return received === null ? 'no JSON' : null;
}

const refusalOf = (message: string) => ({
  status: 400,
  body: JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
});

/**
 * A `fetch` for a package that asks the server itself: its version and its key stand where the server, which is strict
 * about the gateway, looks for them.
 */
export const directFetch: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers);
  const [, key] = /^Bearer (.*)$/.exec(headers.get('authorization') ?? '') ?? [];
  if (headers.has('anthropic-version') && key !== undefined) headers.set('x-api-key', key);
  return fetch(String(input).replace('/v1/models/', '/v1beta/models/'), { ...init, headers });
};
