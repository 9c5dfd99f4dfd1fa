import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeUpstream } from '../../../test/support/fake-upstream.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';

const WORDS = 'contraband\n賭博\nsecret plan (v2)';
const picture = {
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${'contraband/'.repeat(20)}` },
};
const chat = (messages: object[], more: object = {}) => ({ model: 'm', max_tokens: 5, messages, ...more });
const said = (content: unknown) => ({ role: 'user', content });

const unsafe: [string, string, object][] = [
  ['a message', '/v1/chat/completions', chat([said('Sell CONTRABAND')])],
  ['a part', '/v1/chat/completions', chat([said([{ type: 'text', text: '線上賭博' }])])],
  ['an escaped letter', '/v1/chat/completions', chat([said('Sell c\u043entraband \u8ced\u535a')])],
  ['a system prompt', '/v1/chat/completions', chat([{ role: 'system', content: 'secret\nplan (v2)' }])],
  [
    'a tool',
    '/v1/chat/completions',
    chat([said('Hi')], {
      tools: [{ type: 'function', function: { name: 'f', description: 'contraband', parameters: {} } }],
    }),
  ],
  ['an earlier answer', '/v1/chat/completions', chat([{ role: 'assistant', content: 'contraband' }])],
  ['a response', '/v1/responses', { model: 'm', input: 'contraband' }],
  ['instructions', '/v1/responses', { model: 'm', instructions: 'contraband', input: 'Hi' }],
  ['a message of Anthropic', '/v1/messages', chat([said([{ type: 'text', text: 'contraband' }])])],
  ['a tool result', '/v1/messages', chat([said([{ type: 'tool_result', content: 'contraband' }])])],
  [
    'a content of Gemini',
    '/v1beta/models/m:generateContent',
    { contents: [{ role: 'user', parts: [{ text: 'contraband' }] }] },
  ],
  ['a completion', '/v1/completions', { model: 'm', prompt: 'contraband' }],
  ['an embedding', '/v1/embeddings', { model: 'm', input: ['fine', 'contraband'] }],
  ['a picture', '/v1/images/generations', { model: 'm', prompt: 'contraband' }],
];
const safe: [string, object][] = [
  ['parts of words', chat([said('contrabandist')])],
  ['files', chat([said([{ type: 'text', text: 'Look' }, picture])])],
  ['names and ids', chat([said('Hi')], { user: 'contraband' })],
];

describe('requests with words that the site does not allow', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let upstream: FakeUpstream;
  beforeAll(async () => {
    gateway = await startTestGateway({ relayOptions: { unsafeWords: WORDS } });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    upstream = gateway.upstream(await gateway.seed.channel({ model: 'm' }));
  });
  afterAll(() => gateway.stop());

  it.each(unsafe)('are refused for %s', async (_, path, body) => {
    const reply = await gateway.post(user.token, body, { path });
    const text = await reply.text();
    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([400, 'request.unsafe']);
    expect(text).toContain('content policy');
    expect(text).not.toMatch(/contraband|賭博|secret plan|SafeKeyWords/);
  });

  it('leave nothing but a refused call that names the rule to administrators', async () => {
    expect(upstream.received).toEqual([]);
    expect(await gateway.quotaOf(user)).toBe(1_000_000);
    await gateway.core.relay.refusedCalls.flush();
    const rows = await gateway.store.db.selectFrom('refused_calls').select(['reason', 'examples']).execute();
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['request.unsafe']));
    expect(JSON.parse(rows[0]?.examples ?? '')[0].note).toBe('SafeKeyWords, line 1: contraband');
  });

  it.each(safe)('are not those with %s', async (_, body) => {
    expect((await gateway.post(user.token, body)).status).toBe(200);
  });
});
