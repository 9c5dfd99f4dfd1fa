import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { readUpstreamFailure } from '../../src/dialects/upstream-failure.ts';
import { classifyFailure, fillPlaces, type Provider, readKey } from '../../src/providers/provider.ts';
import { sendJson } from '../support/fake-upstream.ts';
import {
  AskedProvider,
  type DocumentedVendor,
  originOf,
  type ProviderWorld,
  REST_OF_KEY,
} from './asked-provider.ts';
import { hearAnswer } from './heard-answer.ts';
import { answerOf, errorOf, type ProviderAnswer } from './provider-answers.ts';
import { isRequested, providerRequests, type RequestedDialect } from './provider-requests.ts';

type Sent = Pick<ProviderAnswer, 'status' | 'contentType' | 'body'>;

/** A stream as its vendor divides it. */
function bytesOf({ body, contentType }: Sent, { frames }: DocumentedVendor): { body: Buffer; type: string } {
  if (frames === undefined || !contentType.startsWith('text/event-stream'))
    return { body: Buffer.from(body), type: contentType };
  const events = body.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return { body: frames.encode(events.map((line) => line.slice(5).trim())), type: frames.type };
}

function send(response: ServerResponse, sent: Sent, vendor: DocumentedVendor): void {
  const { body, type } = bytesOf(sent, vendor);
  response.writeHead(sent.status, { 'content-type': type });
  response.end(body);
}

/** Sends the first half of an answer and closes the connection. */
function sendHalf(response: ServerResponse, sent: Sent, vendor: DocumentedVendor): void {
  const { body, type } = bytesOf(sent, vendor);
  response.writeHead(sent.status, { 'content-type': type });
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}

function sendShort(response: ServerResponse, answer: object | Buffer): void {
  if (!Buffer.isBuffer(answer)) {
    sendJson(response, 200, JSON.stringify(answer));
    return;
  }
  response.writeHead(200, { 'content-type': 'audio/mpeg' });
  response.end(answer);
}

const tooMany = '{"error":{"message":"Slow down","type":"requests","code":"rate_limit_exceeded"}}';

/** First events of a stream from an overloaded vendor. */
const EARLY_ERRORS: Readonly<Partial<Record<RequestedDialect, string>>> = {
  'openai-chat': tooMany,
  'openai-completions': tooMany,
  'openai-responses': '{"type":"error","code":"rate_limit_exceeded","message":"Slow down","param":null}',
  'anthropic-messages': '{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}',
  gemini: '{"error":{"code":429,"message":"Slow down","status":"RESOURCE_EXHAUSTED"}}',
};

/** Statuses that the gateway answers for what an error of a vendor means. */
const STATUS_OF_CODES: Readonly<Record<string, number>> = {
  ...{ 'upstream.bad_request': 400, 'upstream.context_length': 400, 'upstream.content_filter': 400 },
  ...{ 'upstream.unprocessable': 422, 'upstream.rate_limited': 429, 'upstream.error': 502 },
  ...{ 'upstream.key_refused': 503, 'upstream.out_of_credit': 503, 'upstream.model_missing': 503 },
  'upstream.model_not_found': 404,
};

/** The gateway's answer; Anthropic's clients expect 529 in place of 503. */
function errorAnswerOf(
  means: string,
  dialect: RequestedDialect,
): { status: number | undefined; code: string } {
  const status = STATUS_OF_CODES[means];
  return { status: status === 503 && dialect === 'anthropic-messages' ? 529 : status, code: means };
}

const errorOfReply = (reply: Response) => ({
  status: reply.status,
  code: reply.headers.get('x-error-code'),
});

/** The meaning of an error's status by itself. */
const CODES_OF_STATUS: readonly (readonly [status: number, means: string])[] = [
  [400, 'upstream.bad_request'],
  [401, 'upstream.key_refused'],
  [403, 'upstream.key_refused'],
  [404, 'upstream.model_missing'],
  [422, 'upstream.unprocessable'],
  [429, 'upstream.rate_limited'],
  [500, 'upstream.error'],
];

const seen = new Set<string>();

/** Whether no vendor before spoke the dialect in this framing. */
function isNew(dialect: RequestedDialect, { frames }: DocumentedVendor): boolean {
  const road = `${dialect} ${frames?.type ?? ''}`;
  const isFirst = !seen.has(road);
  seen.add(road);
  return isFirst;
}

/**
 * Rules for every provider: its requests fit the vendor's documents, the answer reaches the caller and is counted, and an
 * error is passed on without the channel's key.
 * @param vendor facts from the vendor's documents, not taken from the provider
 */
export function describeProvider(
  provider: Provider,
  vendor: DocumentedVendor,
  world: () => ProviderWorld,
): void {
  const asked = new AskedProvider(provider, vendor, world);
  const dialects = [...new Set(provider.forms.map(({ dialect }) => dialect.name).filter(isRequested))];
  const spoken = dialects.filter((dialect) => providerRequests[dialect].answer === undefined);
  const others = dialects.filter((dialect) => !spoken.includes(dialect));
  const own = errorOf(provider.name);
  const [dialect] = dialects;
  if (dialect === undefined) throw new Error('a provider without forms');

  it('offers what its vendor documents, at its address', () => {
    expect(dialects.toSorted()).toEqual(Object.keys(vendor.at).toSorted());
    if (provider.baseUrl === '') return;
    const origins = dialects.map((dialect) => originOf(asked.formOf(dialect).url));
    const keyParts = readKey(provider.key, provider.key?.example ?? '') ?? {};
    const channel = { keyParts, other: provider.other?.default ?? '' };
    const address = fillPlaces(provider.baseUrl, { ...channel, places: provider.places?.(channel) ?? {} });
    expect([...new Set(origins)]).toEqual([originOf(address)]);
  });

  it.each(
    spoken.flatMap((dialect) =>
      (['whole', 'stream'] as const).map((kind) => ({
        ...{ dialect, kind },
        origin: answerOf(provider.name, dialect, kind).origin,
      })),
    ),
  )('$dialect: its answer ($kind, $origin) reaches the caller and is counted', async ({ dialect, kind }) => {
    const stream = kind === 'stream';
    const answer = answerOf(provider.name, dialect, kind);
    asked.does((response) => send(response, answer, vendor));
    const { reply, body, user } = await asked.ask(dialect, stream);

    expect(reply.status, body).toBe(200);
    asked.assertAsked(dialect);
    const { text, calls, usage, counted } = answer;
    expect(hearAnswer(dialect, body, stream)).toEqual({ text, calls, usage });
    expect(await asked.settledRows(user)).toMatchObject([
      { prompt_tokens: counted[0], completion_tokens: counted[1], is_stream: stream ? 1 : 0 },
    ]);
  });

  it.each(others)('%s: its answer reaches the caller', async (dialect) => {
    const { answer } = providerRequests[dialect];
    const { own } = asked.formOf(dialect);
    asked.does((response) => sendShort(response, own?.answer ?? answer?.body ?? {}));
    const { reply, body, user } = await asked.ask(dialect, false);
    const heard = own?.heard ?? answer?.body;

    expect(reply.status, body).toBe(200);
    asked.assertAsked(dialect);
    if (Buffer.isBuffer(heard)) expect(body).toBe(heard.toString());
    else expect(JSON.parse(body)).toEqual(heard);
    const rows = await asked.settledRows(user);
    const counted = own === undefined ? (answer?.counted ?? null) : (own.counted ?? null);
    if (counted === null) return;
    expect(rows).toMatchObject([{ prompt_tokens: counted[0], completion_tokens: counted[1] }]);
  });

  // The code behind these is that of the dialect and of the framing, so one vendor of each is enough.
  const streamed = spoken.filter((dialect) => isNew(dialect, vendor));

  it.each(streamed)('%s: an error in place of a stream is tried elsewhere', async (dialect) => {
    const answer = answerOf(provider.name, dialect, 'stream');
    asked.does((response) => {
      const isFirst = world().upstream.fake.received.length === 1;
      const early = { ...answer, body: `data: ${EARLY_ERRORS[dialect]}\n\n` };
      send(response, isFirst ? early : answer, vendor);
    });
    const { body } = await asked.ask(dialect, true, { channels: 2 });

    const { text, calls, usage } = answer;
    expect(hearAnswer(dialect, body, true), body).toEqual({ text, calls, usage });
    expect(world().upstream.fake.received).toHaveLength(2);
  });

  it.each(streamed)('%s: an error event in place of a stream is the caller’s error', async (dialect) => {
    const answer = answerOf(provider.name, dialect, 'stream');
    asked.does((response) =>
      send(response, { ...answer, body: `event: error\ndata: ${EARLY_ERRORS[dialect]}\n\n` }, vendor),
    );
    const { reply, body, user } = await asked.ask(dialect, true);

    // A failed stream of responses reaches its caller as it came.
    const status = dialect === 'openai-responses' ? 200 : 429;
    expect(errorOfReply(reply), body).toEqual({ status, code: 'upstream.rate_limited' });
    await asked.settledRows(user);
  });

  it.each(streamed)('%s: a stream that is cut ends with an error and is settled', async (dialect) => {
    asked.does((response) => sendHalf(response, answerOf(provider.name, dialect, 'stream'), vendor));
    const { reply, body, user } = await asked.ask(dialect, true);

    const last = body
      .trimEnd()
      .split(/\r?\n\r?\n/)
      .at(-1);
    expect(last, body).toMatch(reply.status === 200 ? /^(?:event:.*\r?\n)?data: .*"error"/ : /^\{.*"error"/);
    await asked.settledRows(user);
  });

  it.each(CODES_OF_STATUS)('%i is %s', (status, means) => {
    const failure = readUpstreamFailure(status, JSON.stringify({ error: { message: 'Refused' } }));
    for (const form of provider.forms) expect(classifyFailure(provider, form, failure)).toBe(means);
  });

  it('an error reaches the caller without the key', async () => {
    const message = `Refused: ${asked.key}, ${asked.key.split('|').at(-1)}`;
    asked.does((response) => sendJson(response, 400, JSON.stringify({ error: { message } })));
    const { reply, body, user } = await asked.ask(dialect, false);

    expect(errorOfReply(reply), body).toEqual(errorAnswerOf('upstream.bad_request', dialect));
    const rows = await asked.settledRows(user);
    expect(JSON.stringify([body, [...reply.headers], rows])).not.toContain(REST_OF_KEY);
  });

  if (own === null) return;
  it('an error of its own reaches the caller by its meaning', async () => {
    asked.does((response) => send(response, own, vendor));
    const { reply, body } = await asked.ask(dialect, false);

    expect(errorOfReply(reply), body).toEqual(errorAnswerOf(own.means, dialect));
  });
}
