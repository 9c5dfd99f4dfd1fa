import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { playsMessage } from '../../../../test/upstreams/anthropic-messages-upstream.ts';

const user = { role: 'user', content: 'Hi' };
const responses = (rest: object, input: object[] = [user]) => ({
  path: '/v1/responses',
  body: { store: false, input, ...rest },
});
const messages = (rest: object) => ({
  path: '/v1/messages',
  body: { max_tokens: 16, messages: [user], ...rest },
});
const asked = [
  responses({}, [user, { type: 'compaction_trigger' }]),
  responses({ context_management: [{ type: 'compaction', compact_threshold: 100_000 }] }),
  messages({ context_management: { edits: [{ type: 'compact_20260112' }] } }),
  messages({ compaction: { instructions: 'Be brief' } }),
];

/** An ordinary answer in its place would be charged for the whole conversation, and shorten nothing. */
describe('requests for a compaction', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  const native = new Map<string, { id: number }>();
  beforeAll(async () => {
    gateway = await startTestGateway();
    caller = await gateway.seed.user({ quota: 1_000_000_000 });
    for (const model of ['chat', 'both']) {
      await gateway.seed.price({ model, input: 1, output: 1 });
      await gateway.seed.channel({ model });
    }
    native.set(
      '/v1/responses',
      await gateway.seed.channel({ model: 'both', dialects: ['openai-responses'] }),
    );
    const claude = await gateway.seed.channel({ model: 'both', dialects: ['anthropic-messages'] });
    native.set('/v1/messages', claude);
    playsMessage(gateway.upstream(claude), 'anthropic-text');
  });
  afterAll(() => gateway.stop());

  it.each(asked)('are refused where only another dialect serves the model: %j', async ({ path, body }) => {
    const reply = await gateway.post(caller.token, { model: 'chat', ...body }, { path });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('x-error-code')).toBe('request.compaction_unsupported');
  });

  it.each(asked)('go to the channel of their own dialect: %j', async ({ path, body }) => {
    const upstream = gateway.upstream(native.get(path) as { id: number });
    const before = upstream.received.length;
    for (let turn = 0; turn < 4; turn += 1)
      await gateway.post(caller.token, { model: 'both', ...body }, { path });
    expect(upstream.received.length).toBe(before + 4);
  });

  it('are none where the context is managed otherwise', async () => {
    const { path, body } = messages({
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
    });
    const reply = await gateway.post(caller.token, { model: 'chat', ...body }, { path });
    expect(reply.status).toBe(200);
  });
});
