import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';

const WORDS = 'contraband\n賭博\nsecret plan (v2)';
const picture = {
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${'contraband/A1'.repeat(20)}` },
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
  ['a name', '/v1/chat/completions', chat([said('Hi')], { contraband: true })],
  [
    'a text with the beginning of a file',
    '/v1/chat/completions',
    chat([said(`data:;base64,${'aB3+'.repeat(50)} contraband`)]),
  ],
  [
    'a document',
    '/v1/messages',
    chat([
      said([
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'contraband here' } },
      ]),
    ]),
  ],
  [
    'JSON in a text',
    '/v1/chat/completions',
    chat([{ role: 'tool', tool_call_id: 'x', content: String.raw`{"q":"a\ncontraband"}` }]),
  ],
  ['a picture', '/v1/images/generations', { model: 'm', prompt: 'contraband' }],
];
const safe: [string, object][] = [
  ['parts of words', chat([said('contrabandist')])],
  ['files', chat([said([{ type: 'text', text: 'Look' }, picture])])],
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

describe('answers with words that the site does not allow', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let upstream: FakeUpstream;
  let policy: { chargeFilteredAnswers: boolean };
  beforeAll(async () => {
    policy = { chargeFilteredAnswers: true };
    gateway = await startTestGateway({
      relayOptions: {
        ...{ unsafeWords: WORDS, checksAnswers: true },
        get chargeFilteredAnswers() {
          return policy.chargeFilteredAnswers;
        },
      },
    });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    upstream = gateway.upstream(await gateway.seed.channel({ model: 'm' }));
  });
  afterAll(() => gateway.stop());

  const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
  const answersWhole = (content: string) =>
    upstream.does((response) => {
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      sendJson(response, 200, JSON.stringify({ id: 'c', created: 1, model: 'm', choices, usage }));
    });
  const streams = (...pieces: string[]) => {
    const event = (choices: object[], more: object = {}) =>
      `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices, ...more })}\n\n`;
    const texts = pieces.map((content) => event([{ index: 0, delta: { content }, finish_reason: null }]));
    const end = event([{ index: 0, delta: {}, finish_reason: 'stop' }]);
    upstream.streams([...texts, end, event([], { usage }), 'data: [DONE]\n\n'], { everyMs: 10 });
  };
  const ask = async (path: string, stream: boolean) => {
    const reply = await gateway.post(user.token, { ...chat([said('Hi')]), stream }, { path });
    return { reply, text: await reply.text() };
  };

  it.each(['/v1/chat/completions', '/v1/messages'])('are withheld as a whole at %s', async (path) => {
    answersWhole('We sell contraband.');
    const { reply, text } = await ask(path, false);
    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([400, 'answer.unsafe']);
    expect(text).not.toContain('contraband');
    const row = (await gateway.logRowsOf(user)).at(-1);
    expect(row).toMatchObject({ quota: 11 });
    expect(row?.metadata?.error_note).toBe('SafeKeyWords, line 1: contraband');
    answersWhole('We sell contrabandists.');
    expect((await ask(path, false)).reply.status).toBe(200);
  });

  it('are free where the site does not charge filtered answers', async () => {
    policy.chargeFilteredAnswers = false;
    answersWhole('contraband');
    await ask('/v1/chat/completions', false);
    policy.chargeFilteredAnswers = true;
    expect((await gateway.logRowsOf(user)).at(-1)).toMatchObject({ quota: 0 });
  });

  it.each(['/v1/chat/completions', '/v1/messages'])('end a stream with an error at %s', async (path) => {
    streams('We sell contra', 'band', ', and', ' more of it');
    const { text } = await ask(path, true);
    expect(text).toContain('contra');
    expect(text).toContain('content policy');
    expect(text).not.toContain('more of it');
  });

  it('end a stream before its end, where the word is the last one', async () => {
    streams('線上', '賭', '博');
    const { text } = await ask('/v1/chat/completions', true);
    expect(text).toContain('content policy');
    expect(text).not.toContain('博');
    streams('contra', 'band');
    const last = await ask('/v1/chat/completions', true);
    expect(last.text).toContain('content policy');
    expect(last.text).not.toContain('[DONE]');
  });

  it('may not come in several answers at once', async () => {
    const body = { ...chat([said('Hi')]), n: 2 };
    expect((await gateway.post(user.token, { ...body, stream: true })).status).toBe(400);
    answersWhole('Hello');
    expect((await gateway.post(user.token, body)).status).toBe(200);
  });

  it('end a stream, also as the input of a tool', async () => {
    const call = (args: string) =>
      `data: ${JSON.stringify({
        ...{ id: 'c', created: 1, model: 'm' },
        choices: [
          {
            index: 0,
            delta: { tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: args } }] },
          },
        ],
      })}\n\n`;
    upstream.streams([call('{"q":"a\\n'), call('contra'), call('band\\n'), call('MORE"}')], { everyMs: 10 });
    const { text } = await ask('/v1/chat/completions', true);
    expect(text).toContain('content policy');
    expect(text).not.toContain('MORE');
  });

  it('are no longer words that only begin like one', async () => {
    streams('contraband', 'ists ', 'secret\nplan', ' (v1)');
    const { text } = await ask('/v1/chat/completions', true);
    expect(text).toContain('[DONE]');
    expect(text).not.toContain('content policy');
  });
});
