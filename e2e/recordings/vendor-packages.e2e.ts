import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, type ReceivedRequest } from '../../server/test/support/fake-upstream.ts';
import { type RecordedAnswer, recordedAnswers } from '../../server/test/support/recorded-answers.ts';
import type { Ask, Client, ClientSite, Seen } from '../conformance/matrix-types.ts';
import { startSite, type Visitor } from '../support/site.ts';
import type { TurnpikeProcess } from '../support/turnpike-process.ts';
import { refusals } from './recording-limits.ts';
import { modelOf } from './replay-upstream.ts';
import { clientOf, openAiClient, type Vendor, vendors } from './vendor-clients.ts';
import { documented, mendedTurns, refused, shapeOf, unshown, usageIsAsked } from './vendor-limits.ts';

const KEY = 'key-at-vendor';
const requests = JSON.parse(
  readFileSync(new URL('../../server/test/recordings/providers/requests.json', import.meta.url), 'utf8'),
) as Record<string, { request: object }>;
const recordings = recordedAnswers('openai-chat').filter(({ name }) => refusals[name] === undefined);
const byModel = new Map(recordings.map((recording) => [modelOf(recording), recording]));
const recordingsOf = ({ name }: Vendor) => recordings.filter((one) => one.name.startsWith(`${name}-`));

let turnpike: TurnpikeProcess;
let root: Visitor;
let upstream: FakeUpstream;
let tokenKey: string;

beforeAll(async () => {
  ({ turnpike, root } = await startSite());
  upstream = await FakeUpstream.start({
    refuses: ({ request: { headers } }) =>
      headers.authorization === `Bearer ${KEY}` || headers['api-key'] === KEY
        ? null
        : { status: 401, body: '{}' },
  });
  upstream.does((response, { body, path }) => {
    const { isStream, body: answer } = byModel.get(
      String(body.model ?? path.split('/')[2]),
    ) as RecordedAnswer;
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(answer);
  });
  for (const vendor of vendors) {
    const models = recordingsOf(vendor).map(modelOf);
    const { type, basePath, channelKey = KEY } = vendor;
    await root.createChannel({
      ...{ type, key: channelKey, models: models.join(',') },
      base_url: upstream.url + basePath,
    } as never);
    for (const model of models) await root.createPrice(model, 1, 1);
  }
  await root.liftRateLimit();
  tokenKey = (await root.createToken()).key;
});
afterAll(async () => {
  await turnpike.stop();
  await upstream.stop();
});

describe.each(vendors)('$name', (vendor) => {
  const own = clientOf(vendor);
  const gateway = () => ({ url: `${turnpike.url}/v1`, key: tokenKey });
  const direct = (recording: RecordedAnswer) =>
    talk(own, recording, { url: upstream.url + vendor.path, key: KEY });

  it.each(recordingsOf(vendor))('$name: its package cannot tell the gateway from it', async (recording) => {
    const { turns, sent, failure } = await direct(recording);
    const passed = await talk(own, recording, gateway());

    for (const turn of turns) mendedTurns[recording.name]?.change(turn);
    expect([failure, passed.failure]).toEqual([null, null]);
    expect(passed.turns).toEqual(turns);
    const asksUsage = recording.isStream && usageIsAsked.has(vendor.name);
    const expected = sent.map((body) => ({
      ...body,
      ...(asksUsage && { stream_options: { include_usage: true } }),
    }));
    expect(passed.sent).toEqual(expected);
    const path = vendor.gatewayPath?.(modelOf(recording)) ?? `${vendor.path}/chat/completions`;
    expect(new Set(passed.paths)).toEqual(new Set([path]));
  });

  it.each(recordingsOf(vendor))(
    '$name: says the same to clients of OpenAI, and gets what it takes',
    async (recording) => {
      const { turns, sent } = await direct(recording);
      const other = await talk(openAiClient, recording, gateway());

      const recorded = Object.entries(requests).filter(([name]) => name.startsWith(`${vendor.name}-`));
      const taken = [...sent, ...recorded.map(([, { request }]) => request)].flatMap((body) => shapeOf(body));
      const known = new Set([...taken, ...documented]);
      const shapes = [...new Set(other.sent.flatMap((body) => shapeOf(body)))];
      expect(shapes.filter((shape) => !known.has(shape))).toEqual([]);
      expect(shapes.filter((shape) => refused[vendor.name]?.includes(shape))).toEqual([]);
      for (const turn of turns) {
        mendedTurns[recording.name]?.change(turn);
        unshown[recording.name]?.change(turn);
        turn.thinking = '';
      }
      expect(other).toMatchObject({ turns, failure: null });
    },
  );
});

it('every difference is of a recording', () => {
  const names = [...Object.keys(mendedTurns), ...Object.keys(unshown)];
  expect(names.filter((name) => recordings.every((one) => one.name !== name))).toEqual([]);
});

const askFor = ({ isStream }: RecordedAnswer): Ask => ({
  ...{ system: 'Be kind.', says: [{ text: 'Hello?' }], limit: 4_000, thinks: false, schema: null },
  tools: [{ name: 'look', description: 'Looks', schema: { type: 'object', properties: {}, required: [] } }],
  ...{ stop: [], stream: isStream },
});

interface Talked {
  turns: Seen[];
  /** Bodies that the vendor got. */
  sent: Record<string, unknown>[];
  /** Addresses by which it got them. */
  paths: string[];
  failure: string | null;
}

/** Asks, and goes on with the results of the calls where there are some; ids are counted, because some are made anew. */
async function talk(
  client: Client,
  recording: RecordedAnswer,
  at: Omit<ClientSite, 'model' | 'fetch'>,
): Promise<Talked> {
  upstream.received.length = 0;
  const begun = client.begin({ ...at, model: modelOf(recording), fetch }, askFor(recording));
  const turns: Seen[] = [];
  let failure: string | null = null;
  try {
    const seen = await begun.ask();
    turns.push(seen);
    const results = seen.calls.map(({ id, name }) => ({ id, name, text: 'Fine.' }));
    if (results.length > 0) turns.push(await begun.tell(results));
  } catch (error) {
    failure = String(error);
  }
  const sent = withCountedIds(upstream.received.map(bodyOf));
  return { turns: withCountedIds(turns), sent, paths: upstream.received.map(({ path }) => path), failure };
}

/** Without the model's name, which some addresses have in place of the body. */
const bodyOf = ({ body: { model: _, ...body } }: ReceivedRequest): Record<string, unknown> => body;

function withCountedIds<Value>(value: Value): Value {
  const ids = new Map<unknown, string>();
  return JSON.parse(JSON.stringify(value), (name, inner: unknown) => {
    if (name !== 'id' && name !== 'tool_call_id') return inner;
    if (!ids.has(inner)) ids.set(inner, `call_${ids.size}`);
    return ids.get(inner);
  }) as Value;
}
