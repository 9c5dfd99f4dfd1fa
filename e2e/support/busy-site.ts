import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Price } from '@turnpike/contract';
import { FakeUpstream, sendJson } from '../../server/test/support/fake-upstream.ts';
import { startAnthropicUpstream } from '../../server/test/upstreams/anthropic-messages-upstream.ts';
import { runStatement } from '../attack/stored-data.ts';
import { eventually, PASSWORD, startSite, type Visitor } from './site.ts';
import type { TurnpikeProcess } from './turnpike-process.ts';

/** A site as it looks after some weeks: channels, keys, and calls of every kind. */
export interface BusySite {
  turnpike: TurnpikeProcess;
  root: Visitor;
  /** Refuses every key, as a provider does whose key was revoked. */
  refusingUrl: string;
  stop(): Promise<void>;
}

export const COMMON_USER = 'mia';
export const OPERATOR = 'Example Ltd';
/** Called by conversion. */
export const CONVERTED_MODEL = 'claude-opus-4-5';
/** Answers with all that an answer may hold. */
export const TALKATIVE_MODEL = 'gpt-4.1-mini';

/** HTML as owners write it, with what must never run. */
const ownersFooter = `<p>Run by <a href="/about" onclick="alert(1)">${OPERATOR}</a></p><script>alert(2)</script>`;

interface Call {
  model: string;
  token: string;
  /** Seed of the answer's numbers and speed. */
  seed: number;
}

const models = ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'claude-sonnet-4-5', 'deepseek-chat'];
const tokenNames = ['support-bot', 'docs-search', 'nightly-reports', 'mobile-app'];

/** Calls that vary without being random, so that pictures stay alike. */
const calls: Call[] = Array.from({ length: 34 }, (_, seed) => ({
  model: models[(seed * 7) % models.length] ?? '',
  token: tokenNames[(seed * 5) % 3] ?? '',
  seed,
}));

export async function startBusySite(): Promise<BusySite> {
  const upstream = await FakeUpstream.start();
  const refusing = await FakeUpstream.start();
  refusing.answers(401, {
    message: 'Incorrect API key',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  });
  const messages = await startAnthropicUpstream({ isOther: true });
  const studio = await FakeUpstream.start();
  studio.streams(everything);
  const { turnpike, root } = await startSite();
  const site: BusySite = {
    turnpike,
    root,
    refusingUrl: refusing.url,
    async stop() {
      await turnpike.stop();
      await Promise.all([upstream, refusing, messages, studio].map((one) => one.stop()));
    },
  };
  try {
    await root.call('PUT', '/api/option/', { key: 'Footer', value: ownersFooter });
    await root.call('PUT', '/api/option/', { key: 'ModelStatusPageEnabled', value: 'true' });
    await root.call('POST', '/api/user/', { username: COMMON_USER, password: PASSWORD });
    await createChannels(root, { answering: upstream.url, refusing: refusing.url });
    await root.createChannel({
      ...{ name: 'messages-proxy', base_url: messages.url, models: CONVERTED_MODEL },
      dialects: ['anthropic-messages'],
    });
    await root.createChannel({ name: 'studio', base_url: studio.url, models: TALKATIVE_MODEL });
    const keys = await createTokens(root);
    await callByConversion(turnpike.url, keys.get('docs-search') ?? '');
    await makeCalls(site, upstream, keys);
    await keepOwnPrices(root);
  } catch (error) {
    await site.stop();
    throw error;
  }
  return site;
}

/** Prices that are not those of the built-in list: a changed one, a locked one, and one that is missing. */
async function keepOwnPrices(root: Visitor): Promise<void> {
  const built = await root.call<Price[]>('GET', '/api/prices?type=default');
  const of = (model: string) => built.find((price) => price.model === model);
  await root.call('POST', '/api/prices/sync?updateMode=update', [
    { ...of('gpt-4o'), input: 1.5, extra_ratios: { cached_read_tokens: 0.25 } },
    { ...of('gpt-4o-mini'), output: 0.45, locked: true },
  ]);
  await root.call('PUT', '/api/prices/multiple/delete', { models: ['o4-mini', 'claude-haiku-4-5'] });
}

async function createChannels(root: Visitor, urls: { answering: string; refusing: string }): Promise<void> {
  const channel = (name: string, names: string[], more: object = {}) =>
    root.createChannel({ name, base_url: urls.answering, models: names.join(','), ...more });
  await channel('openai-main', ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'text-embedding-3-small'], {
    priority: 10,
  });
  await channel('openai-reserve', ['gpt-5', 'gpt-5-mini'], { weight: 3, tag: 'reserve' });
  await channel('claude-eu', ['claude-sonnet-4-5']);
  await channel('deepseek', ['deepseek-chat'], {
    key: ['sk-berlin-00000001', 'sk-osaka-00000002', 'sk-quito-00000003'].join('\n'),
    key_mode: 'one_channel',
  });
  await channel('old-proxy', ['gpt-4.1'], { base_url: urls.refusing, priority: 20 });
  const { id } = await root.call<{ id: number }>('POST', '/api/channel/', {
    ...{ type: 1000, name: 'offline-demo', key: '', models: 'demo-chat,demo-embedding' },
  });
  await root.call('POST', `/api/channel/test/${id}`);
}

/** @returns the whole keys, by name */
async function createTokens(root: Visitor): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  for (const name of tokenNames) {
    const limits = name === 'nightly-reports' ? { remain_quota: 2_500_000, unlimited_quota: false } : {};
    const token = await root.call<{ id: number; key: string }>('POST', '/api/token/', {
      ...{ name, expired_time: -1, remain_quota: 0, unlimited_quota: true, ...limits },
    });
    keys.set(name, token.key);
    if (name === 'mobile-app') {
      await root.call('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 });
    }
  }
  await root.call('POST', '/api/token/playground');
  return keys;
}

/** All at once, and then one that fails. */
async function makeCalls(
  { turnpike, root }: BusySite,
  upstream: FakeUpstream,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  const make = (call: Call) => chat(turnpike.url, keys.get(call.token) ?? '', call);
  upstream.does((response, { body }) => answerLate(response, body));
  await Promise.all(calls.map(make));
  upstream.answers(500);
  await make({ model: 'gpt-5', token: 'docs-search', seed: 1 });
  await eventually(async () => (await root.callRows()).length > calls.length + 1);
}

/** With fields that Anthropic's API does not know. */
async function callByConversion(url: string, tokenKey: string): Promise<void> {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ model: CONVERTED_MODEL, seed: 7, logit_bias: { 50256: -100 }, temperature: 1.4 },
      ...{ presence_penalty: 0.5, messages: [{ role: 'user', content: 'Say hello' }] },
    }),
  });
  if (!answer.ok) throw new Error(`the converted call answered ${answer.status}: ${await answer.text()}`);
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#0884DD"/><path d="M0 180L110 60L180 130L230 80L320 180Z" fill="#22C882"/><circle cx="250" cy="45" r="24" fill="#FAAD14"/></svg>`;

const chunk = (delta: object, finish_reason: string | null = null): object => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});

/** Thinking, words, a picture, and a tool to call. */
const everything: readonly string[] = [
  chunk({ reasoning_content: 'The picture shows a table of calls. ' }),
  chunk({ reasoning_content: 'A landscape fits beside it, and the weather must be asked for.' }),
  chunk({ content: 'A **landscape** in the colours of your picture:' }),
  chunk({ images: [{ image_url: { url: `data:image/svg+xml;base64,${btoa(drawing)}` } }] }),
  chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'get_weather', arguments: '{"city":"Ro' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: 'me","days":3}' } }] }),
  chunk({}, 'tool_calls'),
  { choices: [], usage: { prompt_tokens: 1240, completion_tokens: 310, total_tokens: 1550 } },
]
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .concat('data: [DONE]\n\n');

/** Answers like a model that takes its time, whole or streamed. */
async function answerLate(response: ServerResponse, body: Record<string, unknown>): Promise<void> {
  const seed = Number(body.seed);
  const prompt = 400 + ((seed * 733) % 5200);
  const completion = 60 + ((seed * 197) % 900);
  const usage = {
    ...{ prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    prompt_tokens_details: { cached_tokens: seed % 4 === 0 ? Math.round(prompt * 0.6) : 0 },
  };
  const facts = { id: 'chatcmpl-e2e', created: 1_762_500_000, model: body.model };
  await wait(150 + ((seed * 89) % 700));
  if (body.stream !== true) {
    const message = { role: 'assistant', content: 'Done.' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    return sendJson(response, 200, JSON.stringify({ ...facts, object: 'chat.completion', choices, usage }));
  }
  const chunk = (rest: object) =>
    `data: ${JSON.stringify({ ...facts, object: 'chat.completion.chunk', ...rest })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ choices: [{ index: 0, delta: { content: 'Done.' }, finish_reason: 'stop' }] }));
  await wait(completion);
  response.end(`${chunk({ choices: [], usage })}data: [DONE]\n\n`);
}

async function chat(url: string, tokenKey: string, { model, seed }: Call): Promise<void> {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ model, seed, stream: seed % 3 !== 0 },
      messages: [{ role: 'user', content: 'Sum this up.' }],
    }),
  });
  await answer.text();
}

/** Owners of models for a long list, numbered from `count` on. Written at once, which takes the API seconds. */
export const createOwners = ({ turnpike }: BusySite, count: number): Promise<void> =>
  runStatement(
    { databaseUrl: null, dataDir: turnpike.dataDir },
    `with recursive n(id) as (select ${count} union all select id + 1 from n where id < ${2 * count - 1})
     insert into model_owners (id, name, icon) select id, 'Owner ' || id, '' from n`,
  );
