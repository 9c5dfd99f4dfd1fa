import { readdirSync, readFileSync } from 'node:fs';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { converseFrames } from '../../server/test/support/aws-frames.ts';
import { FakeUpstream } from '../../server/test/support/fake-upstream.ts';
import { aiSdkClient } from '../conformance/clients/ai-sdk-clients.ts';
import type { Client, Seen } from '../conformance/matrix-types.ts';
import { startSite } from '../support/site.ts';
import type { TurnpikeProcess } from '../support/turnpike-process.ts';
import { openAiClient } from './vendor-clients.ts';

// Converse answers of Bedrock's models, read directly by Amazon's package for the AI SDK, and by OpenAI's through a channel.

const BEDROCK = 32;
const TOKEN = 'key-at-vendor';
const root = new URL('../../server/test/recordings/bedrock-converse/', import.meta.url);
const files = readdirSync(root).filter(
  (name) => /\.(chunks\.txt|json)$/.test(name) && !/embedding/.test(name),
);
const modelOf = (file: string): string => `us.amazon.${file.replace(/\W/g, '-')}`;

/** OpenAI's clients see less than Amazon's. */
const toClientsOfOpenAi = (seen: Seen): Seen => ({
  ...seen,
  // Its package shows no thinking, and ends are in the words of either API.
  thinking: '',
  end: '',
  calls: seen.calls.map((call) => ({ ...call, id: '' })),
});

let turnpike: TurnpikeProcess;
let amazon: FakeUpstream;
let token: string;

beforeAll(async () => {
  const site = await startSite();
  turnpike = site.turnpike;
  amazon = await FakeUpstream.start({
    refuses: ({ request }) =>
      request.headers.authorization === `Bearer ${TOKEN}` ? null : { status: 403, body: '{}' },
  });
  amazon.does((response, { path }) => {
    const file = files.find((name) => path.includes(modelOf(name))) ?? '';
    const recorded = readFileSync(new URL(file, root), 'utf8');
    const isStream = path.endsWith('/converse-stream');
    response.writeHead(200, {
      'content-type': isStream ? 'application/vnd.amazon.eventstream' : 'application/json',
    });
    response.end(isStream ? converseFrames(recorded.trim().split('\n')) : recorded);
  });
  await site.root.createChannel({
    ...{ type: BEDROCK, key: `us-east-1|${TOKEN}`, models: files.map(modelOf).join(',') },
    base_url: amazon.url,
  } as never);
  for (const file of files) await site.root.createPrice(modelOf(file), 1, 1);
  await site.root.liftRateLimit();
  token = (await site.root.createToken()).key;
});
afterAll(async () => {
  await turnpike.stop();
  await amazon.stop();
});

const amazonClient: Client = aiSdkClient(
  { name: '@ai-sdk/amazon-bedrock', packages: [], dialect: 'openai-chat', lacks: [] },
  {
    model: ({ url, key, fetch, model }) =>
      createAmazonBedrock({ region: 'us-east-1', apiKey: key, baseURL: url, fetch })(model),
    options: () => ({}),
  },
);

const talk = (client: Client, file: string, at: { url: string; key: string }): Promise<Seen> =>
  client
    .begin(
      { ...at, model: modelOf(file), fetch },
      {
        ...{ system: 'Be kind.', says: [{ text: 'Hello?' }], limit: 4_000, thinks: false, schema: null },
        tools: [
          { name: 'look', description: 'Looks', schema: { type: 'object', properties: {}, required: [] } },
        ],
        ...{ stop: [], stream: file.endsWith('.chunks.txt') },
      },
    )
    .ask();

it.each(files)('%s says the same through a channel as straight', async (file) => {
  const straight = await talk(amazonClient, file, { url: amazon.url, key: TOKEN });
  const passed = await talk(openAiClient, file, { url: `${turnpike.url}/v1`, key: token });

  expect(toClientsOfOpenAi(passed)).toEqual(toClientsOfOpenAi(straight));
  expect([straight.calls.length > 0, passed.end]).toEqual([passed.end === 'tool-calls', expect.any(String)]);
});
