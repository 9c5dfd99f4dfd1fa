import { conversationDialects, type LogView, POINTS_PER_USD } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  passedStreamOf,
  type RecordedAnswer,
  recordedAnswers,
} from '../../server/test/support/recorded-answers.ts';
import { anthropicClient } from '../conformance/clients/anthropic-client.ts';
import { googleClient } from '../conformance/clients/google-client.ts';
import { openAiChatClient } from '../conformance/clients/openai-chat-client.ts';
import { openAiResponsesClient } from '../conformance/clients/openai-responses-client.ts';
import type { Ask, Client, ClientSite, End, Seen } from '../conformance/matrix-types.ts';
import { grammars, WatchedFetch } from '../conformance/watched-fetch.ts';
import { eventually, startSite, type Visitor } from '../support/site.ts';
import type { TurnpikeProcess } from '../support/turnpike-process.ts';
import { mended, refusals, type Shown, type Told, toldBy } from './recording-limits.ts';
import { directFetch, modelOf, startReplayUpstream } from './replay-upstream.ts';

const clients = [openAiChatClient, openAiResponsesClient, anthropicClient, googleClient];
/** Points a token; of the input 1. */
const OUTPUT_PRICE = 3;

const upstreams = await Promise.all(
  conversationDialects.map(async (dialect) => {
    const recordings = recordedAnswers(dialect);
    return {
      dialect,
      recordings,
      server: await startReplayUpstream(dialect, recordings),
      own: clients.find((client) => client.dialect === dialect) as Client,
    };
  }),
);
/** Expected log rows, by the ids of the calls. */
const charged = new Map<string, Partial<LogView>>();

let turnpike: TurnpikeProcess;
let root: Visitor;
let site: Omit<ClientSite, 'model' | 'fetch'>;

beforeAll(async () => {
  ({ turnpike, root } = await startSite());
  for (const { dialect, recordings, server } of upstreams) {
    const models = recordings.map(modelOf);
    await root.createChannel({ base_url: server.url, dialects: [dialect], models: models.join(',') });
    for (const model of models) await root.createPrice(model, 1, OUTPUT_PRICE);
  }
  await root.liftRateLimit();
  site = { url: turnpike.url, key: (await root.createToken()).key };
});
afterAll(async () => {
  await turnpike.stop();
  for (const { server } of upstreams) await server.stop();
});

describe.each(upstreams)('recorded answers of $dialect', ({ recordings, server, own }) => {
  const answers = recordings.filter(({ name }) => refusals[name] === undefined);
  const errors = recordings.filter(({ name }) => refusals[name] !== undefined);

  describe.each(answers)('$name', (recording) => {
    const isMended = mended.has(recording.name);
    it(
      isMended ? 'is shown as its client knows it' : 'is shown as the vendor shows it, event for event',
      async () => {
        const direct = await ask(own, recording, {
          url: server.url,
          key: 'key-at-vendor',
          fetch: directFetch,
        });
        const told = toldBy(recording, direct);
        const watched = new WatchedFetch();
        const passed = await ask(own, recording, { ...site, fetch: wholly(watched) });
        if (isMended) {
          // Where a vendor thinks is not fixed.
          const { thinking: _, ...rest } = told;
          expect(passed).toMatchObject({ told: rest });
          const [{ text } = { text: '' }] = watched.answers;
          expect(text.match(/"finish_reason": ?"/g)).toHaveLength(1);
        } else {
          expect(passed).toEqual(direct);
          const { dialect, isStream, body } = recording;
          const bytes = withCharge(isStream ? passedStreamOf(dialect, body) : body, chargeOf(told));
          expect(watched.answers.map(({ text }) => text)).toEqual([bytes]);
        }
        note(watched, told);
      },
    );

    it.each(clients.filter((client) => client !== own))('says the same by $name', async (client) => {
      const direct = await ask(own, recording, { url: server.url, key: 'key-at-vendor', fetch: directFetch });
      const told = toldBy(recording, direct);
      const watched = new WatchedFetch();
      const converted = await ask(client, recording, { ...site, fetch: wholly(watched) });
      expect(converted).toEqual({ told });
      const [answer] = watched.answers;
      expect(answer?.isStream).toBe(recording.isStream);
      if (recording.isStream) grammars[client.dialect](answer?.text ?? '', false);
      note(watched, told);
    });
  });

  describe.skipIf(errors.length === 0).each(errors)('$name', (recording) => {
    it.each(clients)('is an error by $name', async (client) => {
      const watched = new WatchedFetch();
      const talk = client.begin(
        { ...site, model: modelOf(recording), fetch: watched.fetch },
        askFor(recording),
      );
      const failure = await talk.ask().then(
        (seen) => Promise.reject(new Error(`it was answered: ${JSON.stringify(seen)}`)),
        (error: unknown) => client.failureOf(error),
      );
      const kind = refusals[recording.name];
      const unavailable = client === anthropicClient ? 529 : 503;
      const statuses = { invalid: 400, missing: 404, busy: 429, unavailable };
      expect(failure.status).toBe(statuses[kind ?? 'unavailable']);
      // An error that the caller can fix has the vendor's own words.
      const [, words] = /"message": ?"([^"]*)"/.exec(recording.body) ?? [];
      expect(failure.text.includes(String(words))).toBe(kind === 'invalid' || kind === 'missing');
      charged.set(watched.answers[0]?.requestId ?? '', { quota: 0 });
    });
  });
});

it('every call is in the log with its tokens, and is charged by them', async () => {
  const rows = await eventually(async () => {
    const found = new Map((await root.callRows()).map((row) => [row.request_id, row]));
    return [...charged.keys()].every((id) => found.has(id)) && found;
  });
  for (const [id, row] of charged) expect(rows.get(id)).toMatchObject(row);
});

const askFor = ({ isStream }: RecordedAnswer): Ask => ({
  ...{ system: 'Be kind.', says: [{ text: 'Hello?' }], limit: 4_000 },
  ...{ tools: [], thinks: true, schema: null, stop: [], stream: isStream },
});

const ask = (client: Client, recording: RecordedAnswer, at: Omit<ClientSite, 'model'>): Promise<Shown> =>
  client
    .begin({ ...at, model: modelOf(recording) }, askFor(recording))
    .ask()
    .then(
      (seen) => ({ told: tellOf(client, seen) }),
      (error: unknown) => ({ failure: String(error) }),
    );

/** The package's view, with the end in neutral words. */
function tellOf({ ends }: Client, { calls, end, ...rest }: Seen): Told {
  const [kind = null] = Object.entries(ends).find(([, word]) => word === end) ?? [];
  return {
    ...rest,
    calls: calls.map(({ name, input }) => ({ name, input })),
    end: kind === 'end' && calls.length > 0 ? 'tools' : (kind as End | null),
  };
}

/** Reads an answer to its end, also where the package fails in the middle. */
const wholly =
  (watched: WatchedFetch): typeof fetch =>
  async (input, init) => {
    const reply = await watched.fetch(input, init);
    return new Response(await reply.text(), reply);
  };

const chargeOf = ({ tokens }: Told): number => tokens.input + OUTPUT_PRICE * tokens.output;

/** The vendor's own cost is the one value of an answer that callers get changed: as their charge. */
function withCharge(bytes: string, points: number): string {
  const usd = points / POINTS_PER_USD;
  return bytes
    .replace(/"cost":\{[^}]*\}/g, `"cost":{"total_cost":${usd}}`)
    .replace(/"cost":[\d.]+/g, `"cost":${usd}`)
    .replace(/"cost_details":\{[^}]*\}/g, '"cost_details":null')
    .replace(/("cost_in_usd_ticks": ?)\d+/g, `$1${usd * 10_000_000_000}`);
}

function note({ answers: [answer] }: WatchedFetch, told: Told): void {
  charged.set(answer?.requestId ?? '', {
    prompt_tokens: told.tokens.input,
    completion_tokens: told.tokens.output,
    quota: chargeOf(told),
  });
}
