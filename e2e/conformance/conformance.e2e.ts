import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, startSite, type Visitor } from '../support/site.ts';
import type { TurnpikeProcess } from '../support/turnpike-process.ts';
import { aiSdkClients } from './clients/ai-sdk-clients.ts';
import { anthropicClient } from './clients/anthropic-client.ts';
import { googleClient } from './clients/google-client.ts';
import { openAiChatClient } from './clients/openai-chat-client.ts';
import { openAiResponsesClient } from './clients/openai-responses-client.ts';
import { checkCell, type Site } from './matrix-cell.ts';
import { cellName, cellsOf, conformancePage } from './matrix-page.ts';
import { type Upstream, USED } from './matrix-types.ts';
import { startChatUpstream } from './upstreams/chat-upstream.ts';
import { startGeminiUpstream } from './upstreams/gemini-upstream.ts';
import { startMessagesUpstream } from './upstreams/messages-upstream.ts';
import { startResponsesUpstream } from './upstreams/responses-upstream.ts';

const clients = [openAiChatClient, openAiResponsesClient, anthropicClient, googleClient, ...aiSdkClients];
const upstreams: Upstream[] = await Promise.all([
  startChatUpstream(),
  startResponsesUpstream(),
  startMessagesUpstream(),
  startGeminiUpstream(),
]);
/** Points a token; of the input 1. */
const OUTPUT_PRICE = 3;
const asked = new Set<string>();
const held = new Set<string>();

/** Calls that were answered to their end. */
const answered: string[] = [];

let turnpike: TurnpikeProcess;
let root: Visitor;
let site: Site;

beforeAll(async () => {
  ({ turnpike, root } = await startSite());
  for (const { channel } of upstreams) {
    await root.createChannel(channel);
    await root.createPrice(channel.models, 1, OUTPUT_PRICE);
  }
  await root.liftRateLimit();
  site = { url: turnpike.url, key: (await root.createToken()).key };
});
afterAll(async () => {
  await turnpike.stop();
  for (const upstream of upstreams) await upstream.stop();
});

describe.each(clients)('$name', (client) => {
  describe.each(upstreams)('and an upstream of $name', (upstream) => {
    it.each(cellsOf(client, upstream))('$case.name', async (cell) => {
      asked.add(cellName(cell));
      for (const way of cell.case.ways) answered.push(...(await checkCell(cell, way, site)));
      held.add(cellName(cell));
    });
  });
});

it('every answered call is charged alike, whoever asked and whoever answered', async () => {
  const paid = await eventually(async () => {
    const rows = new Map((await root.callRows()).map((row) => [row.request_id, row]));
    const found = answered.map((id) => rows.get(id));
    return found.every((row) => row !== undefined) && found;
  });
  expect(new Set(answered).size).toBe(answered.length);
  const quota = USED.input + OUTPUT_PRICE * USED.output;
  for (const row of paid)
    expect(row).toMatchObject({ prompt_tokens: USED.input, completion_tokens: USED.output, quota });
});

it('is what docs/reference/conformance.md says', async ({ skip }) => {
  const all = clients.flatMap((client) => upstreams.flatMap((upstream) => cellsOf(client, upstream)));
  skip(asked.size < all.length, 'only some of the table was asked for');
  await expect(conformancePage({ clients, upstreams }, held)).toMatchFileSnapshot(
    '../../docs/reference/conformance.md',
  );
});
