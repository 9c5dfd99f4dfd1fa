import { createServer } from 'node:net';
import {
  type CallEnding,
  type CallMoment,
  type ConversationDialect,
  chargeTable,
  conversationDialects,
} from '@turnpike/contract';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { wires } from '../../../../test/conversion-rules/wire.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  endOfStream,
  Heard,
  isErrorOf,
  SENTENCE,
  type Stage,
  stageOf,
} from '../../../../test/support/played-call.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { type PlayedEnd, playedAnswers } from '../../../../test/upstreams/played-answers.ts';
import { countRejected, retryRejected } from '../../../db/rejected-settlements.ts';
import type { RelayOptions } from '../../relay-deps.ts';

const OPENING = 10_000_000;
const OUTPUT_RATIO = 3;
const ASKED = 'Write a book about a road and its toll';
const USAGE = { input: 50, output: 400 };
const MANY = 12;

type Play = (stage: Stage) => Promise<void> | void;

/** How a row of the table is played. */
interface Case {
  ending: CallEnding;
  moment: CallMoment;
  what: string;
  streams: readonly boolean[];
  play: Play;
  /** Sentences that the caller has at the end. */
  sentences?: number;
  /** Event while the answer is being sent. */
  meanwhile?: 'the caller leaves' | 'the gateway stops';
  /** Which limits of time are short. */
  limits?: 'idle' | 'total';
  /** One pair after the other: the gateway waits for a fifth of a second only. */
  isHasty?: true;
}

const BOTH = [false, true];
const STREAMED = [true];

const cut: Play = ({ response }) => void response.destroy();
const silence: Play = ({ left, isSet }) => {
  isSet();
  return left;
};
const header: Play = (stage) => {
  stage.response.writeHead(200, {
    'content-type': stage.stream ? 'text/event-stream' : 'application/json',
  });
  stage.response.flushHeaders();
  return silence(stage);
};
const refusal: Play = ({ response }) => sendJson(response, 500, '{"error":{"message":"no","code":500}}');
const answer =
  (count: number, end: Omit<PlayedEnd, 'text'>): Play =>
  async (stage) => {
    const { first, open } = stage.answer;
    if (stage.stream) stage.send(count === 0 ? first() : [...first(), ...open()]);
    if (stage.stream && count > 0) await stage.say(count);
    stage.end({ ...end, text: SENTENCE.repeat(count) });
  };
/** Starts to stream, sends sentences, then continues with the given play. */
const sayThen =
  (count: number, then: Play): Play =>
  async (stage) => {
    stage.send([...stage.answer.first(), ...stage.answer.open()]);
    await (count > 0 ? stage.say(count) : stage.begun());
    await then(stage);
  };
const endBehindCaller: Play = async (stage) => {
  stage.isSet();
  await stage.callerLeft();
  stage.end({ text: SENTENCE.repeat(MANY), usage: USAGE });
};

const ended = { moment: 'end', streams: BOTH } as const;
const stops = { meanwhile: 'the gateway stops' } as const;
const leaves = { meanwhile: 'the caller leaves' } as const;

const cases: Case[] = [
  { ...ended, ending: 'answered', what: 'with usage', play: answer(MANY, { usage: USAGE }) },
  {
    ...{ ...ended, ending: 'no_usage', what: 'without usage', sentences: MANY },
    play: answer(MANY, { usage: null }),
  },
  { ...ended, ending: 'empty', what: 'neither text nor usage', play: answer(0, { usage: null }) },
  {
    ...{ ...ended, ending: 'filtered', what: 'usage and no text' },
    play: answer(0, { usage: USAGE, isFiltered: true }),
  },
  ...beforeAnything(),
  ...[0, 1, MANY].flatMap(inTheMiddle),
  {
    ...{ ending: 'caller_left', moment: 'usage_follows', what: 'the end comes behind', streams: STREAMED },
    ...{ ...leaves, sentences: MANY, isHasty: true, play: sayThen(MANY, endBehindCaller) },
  },
];

/** Nothing of an answer came. */
function beforeAnything(): Case[] {
  const common = { moment: 'before_text', streams: BOTH } as const;
  return [
    { ...common, ending: 'upstream_failed', what: 'a refusal', play: refusal },
    { ...common, ending: 'upstream_failed', what: 'the connection closes', play: cut },
    { ...common, ending: 'first_byte_limit', what: 'silence', play: silence, limits: 'idle' },
    { ...common, ending: 'idle_limit', what: 'a header alone', play: header, limits: 'idle' },
    { ...common, ending: 'total_limit', what: 'silence', play: silence, limits: 'total' },
    { ...common, ...stops, ending: 'shutdown', what: 'silence', play: silence },
    { ...common, ...leaves, ending: 'caller_left', what: 'silence', play: silence },
  ];
}

/** A stream aborts after so many sentences; none: after the events that come before a text. */
function inTheMiddle(sentences: number): Case[] {
  const moment = sentences === 0 ? 'before_text' : 'after_text';
  const what = `${sentences} sentences`;
  const common = { moment, what, sentences, streams: STREAMED } as const;
  const quiet = { ...common, play: sayThen(sentences, silence) };
  return [
    { ...common, ending: 'upstream_failed', play: sayThen(sentences, cut) },
    { ...quiet, ending: 'idle_limit', limits: 'idle' },
    { ...quiet, ending: 'total_limit', limits: 'total' },
    { ...quiet, ...stops, ending: 'shutdown' },
    { ...quiet, ...leaves, ending: 'caller_left' },
  ];
}

const rowOf = ({ ending, moment }: Pick<Case, 'ending' | 'moment'>) => {
  const row = chargeTable.find((one) => one.ending === ending && one.moment === moment);
  if (row === undefined) throw new Error(`the table has no ${ending} ${moment}`);
  return row;
};

/** Names of options as the relay reads them. */
const policies = {
  ChargeAbandonedInput: 'chargeAbandonedInput',
  ChargeBrokenAnswers: 'chargeBrokenAnswers',
  ChargeFilteredAnswers: 'chargeFilteredAnswers',
  ChargeEmptyAnswers: 'chargeEmptyAnswers',
} as const;

const requests: Readonly<Record<ConversationDialect, object>> = {
  'openai-chat': { messages: [{ role: 'user', content: ASKED }], max_tokens: 1000 },
  'openai-responses': { input: ASKED, max_output_tokens: 1000 },
  'anthropic-messages': { messages: [{ role: 'user', content: ASKED }], max_tokens: 1000 },
  gemini: {
    contents: [{ role: 'user', parts: [{ text: ASKED }] }],
    generationConfig: { maxOutputTokens: 1000 },
  },
};
/** Input of each request as the tokenizer counts it: nine tokens of text, and one of the role where that stands next to it. */
const countedInput: Readonly<Record<ConversationDialect, number>> = {
  ...{ 'openai-chat': 10, 'openai-responses': 9, 'anthropic-messages': 10, gemini: 9 },
};
/** The same as it is estimated by its bytes, whole and streamed: in Anthropic's dialect, names count too. */
const likelyInput: Readonly<Record<ConversationDialect, readonly [number, number]>> = {
  ...{
    'openai-chat': [20, 20],
    'openai-responses': [14, 14],
    'anthropic-messages': [28, 30],
    gemini: [21, 21],
  },
};

/** Upstreams of some models never say their usage: the gateway knows who does. */
const isMute = ({ ending }: Case): boolean => ending === 'no_usage' || ending === 'empty';
const modelOf = (one: Case, { number }: Pair): string => `${isMute(one) ? 'mute' : 'told'}-${number}`;

/** A vendor of a dialect and a caller of another or the same one. */
interface Pair {
  caller: ConversationDialect;
  upstream: ConversationDialect;
  /** A number of two digits. */
  number: number;
  vendor: FakeUpstream;
}

/** Tokens that a call is charged for by its rule. */
function tokensOf(rule: string | null, pair: Pair, one: Case & { stream: boolean }) {
  const { caller } = pair;
  const { sentences = 0 } = one;
  // Streams of Anthropic's messages report the input before the answer.
  const saysInput =
    pair.upstream === 'anthropic-messages' && (one.moment === 'after_text' || hasBegun(one, pair));
  if (rule === 'usage') return USAGE;
  if (rule === 'counted')
    return { input: countedInput[caller], output: countTokens(SENTENCE.repeat(sentences)) };
  const input = saysInput ? USAGE.input : likelyInput[caller][one.stream ? 1 : 0];
  if (rule === 'input_only') return { input, output: 0 };
  if (rule === 'delivered_part') return { input, output: (sentences * SENTENCE.length) / 4 };
  return { input: 0, output: 0 };
}

/** Rows that take more than an upstream: played below, and in unpaid-answers.db.test.ts. */
const elsewhere: Pick<Case, 'ending' | 'moment'>[] = [
  { ending: 'caller_left', moment: 'before_sent' },
  { ending: 'refused', moment: 'before_sent' },
  { ending: 'failed_try', moment: 'before_text' },
  // server/src/relay/replay/replay-call.db.test.ts plays it.
  { ending: 'cache_hit', moment: 'end' },
  { ending: 'set_aside', moment: 'end' },
  { ending: 'out_of_points', moment: 'after_text' },
  { ending: 'no_memory', moment: 'before_text' },
  { ending: 'no_memory', moment: 'after_text' },
];

it('every row of the table is played', () => {
  const names = (rows: readonly Pick<Case, 'ending' | 'moment'>[]): Set<string> =>
    new Set(rows.map(({ ending, moment }) => `${ending} ${moment}`));
  expect(names([...cases, ...elsewhere])).toEqual(names(chargeTable));
});

describe.each(anyDatabase)('who pays what for, on $name', ({ open }) => {
  const gateways = new Map<Case['limits'], TestGateway>();
  const policy: Partial<RelayOptions> = {};
  const pairs: Pair[] = [];
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    for (const upstream of conversationDialects)
      for (const caller of conversationDialects)
        pairs.push({
          ...{ caller, upstream, number: pairs.length + 10 },
          vendor: await FakeUpstream.start({ refuses: () => null }),
        });
    const shortLimits = {
      idle: { TURNPIKE_HEADER_TIMEOUT: '1', TURNPIKE_IDLE_TIMEOUT: '1' },
      total: { TURNPIKE_TOTAL_TIMEOUT: '1' },
    };
    for (const limits of [undefined, 'idle', 'total'] as const) {
      const database = await open();
      const gateway = await startTestGateway({
        databaseUrl: database.url,
        relayOptions: policy,
        ...(limits !== undefined && { env: shortLimits[limits] }),
      });
      closing.push(async () => {
        await gateway.stop();
        await database.drop();
      });
      for (const { number, upstream, vendor } of pairs)
        for (const model of [`told-${number}`, `mute-${number}`]) {
          await gateway.seed.price({ model, input: 1, output: OUTPUT_RATIO });
          const channel = await gateway.seed.channel({ model, dialects: [upstream], baseUrl: vendor.url });
          const route = { channel, upstreamModel: model };
          gateway.core.relay.traits.learn(route).sendsUsage = model.startsWith('told');
        }
      gateways.set(limits, gateway);
    }
    Object.assign(policy, { retryTimes: 0, retryCooldownSeconds: 0 });
  });
  afterAll(async () => {
    for (const close of closing) await close();
    for (const { vendor } of pairs) await vendor.stop();
  });

  const played = cases.flatMap((one) => one.streams.map((stream) => ({ ...one, stream })));

  it.each(played)('$ending, $moment: $what (streamed: $stream)', async (one) => {
    const { rule } = rowOf(one);
    await playAll(one, { stream: one.stream, rule });
  });

  const turned = played.filter((one) => rowOf(one).option !== undefined);

  it.each(turned)('$ending, $moment: $what (streamed: $stream), as the option has it', async (one) => {
    const { option } = rowOf(one);
    if (option === undefined) throw new Error('only rows with an option come here');
    const name = policies[option.key];
    policy[name] = option.isOn;
    try {
      await playAll(one, { stream: one.stream, rule: option.rule });
    } finally {
      delete policy[name];
    }
  });

  async function playAll(one: Case, asked: { stream: boolean; rule: string | null }): Promise<void> {
    const gateway = gateways.get(one.limits) as TestGateway;
    const faults: string[] = [];
    const playPair = async (pair: Pair, isSet: () => Promise<void>): Promise<void> => {
      try {
        await playOne(one, { ...asked, gateway, pair, isSet });
      } catch (error) {
        const { message, actual, expected } = error as {
          message: string;
          actual?: unknown;
          expected?: unknown;
        };
        const seen = actual === undefined ? message : JSON.stringify({ actual, expected });
        faults.push(`${pair.caller} over ${pair.upstream}: ${seen}`);
      }
    };
    if (one.isHasty) for (const pair of pairs) await playPair(pair, async () => {});
    else {
      let waiting = pairs.length;
      const { promise, resolve } = Promise.withResolvers<void>();
      const isSet = () => {
        waiting -= 1;
        if (waiting === 0) resolve();
        return promise;
      };
      // The gateway stops once, when everybody is there.
      if (one.meanwhile === 'the gateway stops') void promise.then(() => gateway.breakOffCalls());
      await Promise.all(pairs.map((pair) => playPair(pair, isSet)));
    }
    expect(faults.join('\n\n')).toBe('');
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  }

  interface Asked {
    stream: boolean;
    rule: string | null;
    gateway: TestGateway;
    pair: Pair;
    /** Resolves when it may happen. */
    isSet: () => Promise<void>;
  }

  async function playOne(one: Case, { stream, rule, gateway, pair, isSet }: Asked): Promise<void> {
    const { caller, upstream } = pair;
    const model = modelOf(one, pair);
    const user = await gateway.seed.user({ quota: OPENING });
    const heard = new Heard();
    const leaver = new AbortController();
    pair.vendor.does((response, { left }) =>
      one.play(
        stageOf({
          ...{ dialect: upstream, model, response, stream, left, heard },
          input: isMute(one) ? null : USAGE.input,
          async isSet() {
            await isSet();
            if (one.meanwhile === 'the caller leaves') leaver.abort();
          },
          async begun() {
            if (hasBegun(one, pair)) await vi.waitFor(() => expect(heard.hasHeader).toBe(true));
          },
          callerLeft: () =>
            vi.waitFor(() => expect(gateway.openAnswers()).toBe(0), { interval: 1, timeout: 5_000 }),
        }),
      ),
    );

    const status = await ask({ gateway, user, caller, model, stream, heard, signal: leaver.signal });

    const row = await rowOfCall(gateway, user);
    const { input, output } = tokensOf(rule, pair, { ...one, stream });
    expect({
      ...{ ended_by: row.ended_by, charged_by: row.metadata?.charged_by, quota: row.quota },
      tokens: [row.prompt_tokens, row.completion_tokens],
    }).toEqual({
      ...{ ended_by: rowOf(one).endedBy, charged_by: rule, quota: input + output * OUTPUT_RATIO },
      tokens: [input, output],
    });
    expect(await gateway.quotaOf(user)).toBe(OPENING - row.quota);
    if (one.meanwhile === 'the caller leaves') return;
    const isWhole = one.moment === 'end';
    if (!stream || status !== 200) {
      expect(status === 200).toBe(isWhole);
      expect(isErrorOf(caller, heard.text)).toBe(!isWhole);
    }
    // A passed answer keeps its vendor's form: this one omits members that its dialect requires.
    else if (caller !== upstream || upstream !== 'anthropic-messages' || !isMute(one))
      expect(endOfStream(caller, heard.text)).toBe(isWhole ? 'finished' : 'failed');
  }
});

/** Something of an answer has come, so that the caller gets a header: an open block where bytes pass, but no role. */
const hasBegun = ({ moment, what }: Case, { caller, upstream }: Pair): boolean =>
  moment === 'before_text' &&
  what === '0 sentences' &&
  caller === upstream &&
  (upstream === 'anthropic-messages' || upstream === 'openai-responses');

interface Asking {
  gateway: TestGateway;
  user: SeededUser;
  caller: ConversationDialect;
  model: string;
  stream: boolean;
  heard: Heard;
  signal: AbortSignal;
}

/** @returns the status; null where the caller left */
async function ask({ gateway, user, caller, model, stream, heard, signal }: Asking): Promise<number | null> {
  const wire = wires[caller];
  const named = wire.namesModel ? { model, ...(stream && { stream }) } : {};
  try {
    const path = wire.path({ model, ...(stream && { stream }) });
    const reply = await gateway.post(user.token, { ...named, ...requests[caller] }, { path, signal });
    await heard.read(reply);
    return reply.status;
  } catch (error) {
    if (!signal.aborted) throw error;
    return null;
  }
}

const rowOfCall = (gateway: TestGateway, user: SeededUser) =>
  vi.waitFor(async () => {
    const [found] = await gateway.logRowsOf(user);
    if (found === undefined) throw new Error('not logged yet');
    return found;
  }, 10_000);

describe.each(anyDatabase)('who pays what for, beside the answers of one upstream, on $name', ({ open }) => {
  const chat = { model: 'm', ...requests['openai-chat'] };
  let gateway: TestGateway;
  let user: SeededUser;
  let closing: (() => unknown)[] = [];

  beforeEach(async () => {
    const database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    closing = [() => gateway.stop(), () => database.drop()];
    user = await gateway.seed.user({ quota: OPENING });
    await gateway.seed.price({ model: 'm', input: 1, output: OUTPUT_RATIO });
  });
  afterEach(async () => {
    for (const close of closing) await close();
  });

  it('refused, before_sent: by its price, or for want of a channel', async () => {
    expect((await gateway.post(user.token, { ...chat, model: 'unpriced' })).ok).toBe(false);
    expect((await gateway.post(user.token, chat)).ok).toBe(false);

    for (const row of await gateway.logRowsOf(user))
      expect(row).toMatchObject({ quota: 0, metadata: { charged_by: rowOf(elsewhere[1] as Case).rule } });
    expect(await gateway.quotaOf(user)).toBe(OPENING);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('caller_left, before_sent: while the upstream is connected to', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).on('close', () => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    // Takes connections and never says anything, so that no TLS session comes about.
    const { port } = server.address() as { port: number };
    await gateway.seed.channel({ model: 'm', baseUrl: `https://127.0.0.1:${port}` });
    const leaver = new AbortController();
    server.once('connection', () => leaver.abort());

    await expect(gateway.post(user.token, chat, { signal: leaver.signal })).rejects.toThrow();

    const { endedBy, rule } = rowOf(elsewhere[0] as Case);
    expect(await rowOfCall(gateway, user)).toMatchObject({
      ...{ ended_by: endedBy, quota: 0, metadata: { charged_by: rule } },
    });
    expect(await gateway.quotaOf(user)).toBe(OPENING);
  });

  it('failed_try, before_text: only the answer is paid', async () => {
    const failing = await gateway.seed.channel({ model: 'm', priority: 2 });
    const answering = await gateway.seed.channel({ model: 'm', priority: 1 });
    gateway.upstream(failing).answers(500);
    gateway.upstream(answering).plays('openai-chat/hello.json'); // 9 tokens in, 2 out

    expect((await gateway.post(user.token, chat)).status).toBe(200);

    expect(await gateway.logRowsOf(user)).toMatchObject([
      { channel_id: answering.id, quota: 15, metadata: { charged_by: 'usage', attempts: [{}, {}] } },
    ]);
    expect(await gateway.quotaOf(user)).toBe(OPENING - 15);
  });

  it.each([
    { moment: 'before_text', stream: false, rule: 'input_only', tokens: [18, 0] },
    {
      moment: 'after_text',
      stream: true,
      rule: 'delivered_part',
      tokens: [countedInput['openai-chat'], countTokens(SENTENCE)],
    },
  ] as const)('no_memory, $moment: other calls of the user take all that they may', async (one) => {
    const channel = await gateway.seed.channel({ model: 'm', dialects: ['anthropic-messages'] });
    const others = gateway.core.relay.bodyBudget.open(user.id);
    const heard = new Heard();
    gateway.upstream(channel).does(async (response, { left }) => {
      const { stream } = one;
      const stage = stageOf({
        ...{ dialect: 'anthropic-messages', model: 'm', input: null, response, stream, left, heard },
        ...{ isSet: () => {}, begun: async () => {}, callerLeft: async () => {} },
      });
      if (stream) {
        stage.send([...stage.answer.first(), ...stage.answer.open()]);
        await stage.say(1);
      }
      for (const bytes of [2 ** 20, 1]) while (others.tryTake(bytes));
      if (stream) response.write(`data: ${'x'.repeat(2 ** 17)}`);
      else stage.end({ text: SENTENCE, usage: USAGE });
    });

    const reply = await gateway.post(user.token, { ...chat, stream: one.stream });
    await heard.read(reply);
    others.release();

    expect(heard.text).toContain('memory');
    const { endedBy, rule } = rowOf({ ending: 'no_memory', moment: one.moment });
    const [input, output] = one.tokens;
    const quota = input + output * OUTPUT_RATIO;
    expect(rule).toBe(one.rule);
    expect(await rowOfCall(gateway, user)).toMatchObject({
      ...{ ended_by: endedBy, quota, prompt_tokens: input, completion_tokens: output },
      metadata: { charged_by: rule, error_code: 'rate.body_bytes' },
    });
    expect(await gateway.quotaOf(user)).toBe(OPENING - quota);
  });

  it('set_aside, end: by its own rule, once it can be written', async () => {
    const channel = await gateway.seed.channel({ model: 'm' });
    const setQuota = (quota: number) =>
      gateway.store.db.updateTable('users').set({ quota }).where('id', '=', user.id).execute();
    gateway.upstream(channel).does(async (response) => {
      // Points that the gateway knows and the database does not, as after an edit by hand.
      await setQuota(1);
      sendJson(response, 200, JSON.stringify(wholeAnswer));
    });

    expect((await gateway.post(user.token, chat)).status).toBe(200);

    expect(await gateway.logRowsOf(user)).toEqual([]);
    expect(await countRejected(gateway.store.db)).toBe(1);
    await setQuota(OPENING);
    expect(await retryRejected(gateway.store.db, 1)).toEqual({ written: 1, failed: 0 });
    const charged = USAGE.input + USAGE.output * OUTPUT_RATIO;
    expect(await gateway.logRowsOf(user)).toMatchObject([
      { ended_by: 'completed', quota: charged, metadata: { charged_by: 'usage' } },
    ]);
    expect(await gateway.quotaOf(user)).toBe(OPENING - charged);
  });
});

const wholeAnswer = playedAnswers['openai-chat']({ model: 'm', input: null }).whole({
  text: SENTENCE,
  usage: USAGE,
});
