import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const completion = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
};
const text = (one: string) => ({ type: 'text', text: one });
const system = { role: 'system', content: [text('S'), text('D')] };

// The habits of models do not depend on the database.
describe('system turns that a chat template refuses', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  beforeEach(async () => {
    gateway = await startTestGateway();
    vendor = await FakeUpstream.start({ refuses: () => null });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    await gateway.seed.channel({ model: 'm', baseUrl: vendor.url });
  });
  afterEach(async () => {
    await gateway.stop();
    await vendor.stop();
  });

  const sent = () => vendor.received.map(({ body }) => (body as { messages: unknown }).messages);
  /** As a template does: one system turn, and only at the beginning. */
  const isStrict = (status: number, message: string) =>
    vendor.does((response) => {
      const roles = (sent().at(-1) as { role: string }[]).map(({ role }) => role);
      if (!roles.slice(1).includes('system') && !roles.includes('developer'))
        return sendJson(response, 200, JSON.stringify(completion));
      return sendJson(
        response,
        status,
        JSON.stringify({ object: 'error', message, type: 'BadRequestError', code: status }),
      );
    });

  it.each([
    [400, 'System message must be at the beginning.'],
    [400, 'Conversation roles must alternate user/assistant/user/assistant/...'],
    [500, 'Jinja Exception: System message must be at the beginning.'],
  ])('are put at the beginning, at once from then on: %i %s', async (status, message) => {
    isStrict(status, message);
    const messages = [
      { role: 'system', content: 'S' },
      { role: 'developer', content: 'D' },
      { role: 'user', content: 'U' },
      { role: 'system', content: 'L' },
    ];
    const first = await gateway.post(user.token, { model: 'm', messages });
    expect([first.status, await first.json()]).toMatchObject([
      200,
      { choices: [{ message: { content: 'Hi' } }] },
    ]);
    expect(first.headers.get('x-turnpike-conversion')).toBe(
      'approximated=messages.system,messages.system.later',
    );
    const again = await gateway.post(user.token, { model: 'm', messages });
    expect(again.status).toBe(200);
    const put = [system, { role: 'user', content: [text('U'), text('L')] }];
    expect(sent()).toEqual([messages, put, put]);
  });

  it('are put there for the dialects of Codex and Claude Code too', async () => {
    isStrict(400, 'System message must be at the beginning.');
    const codex = await gateway.post(
      user.token,
      {
        ...{ model: 'm', instructions: 'S' },
        input: [
          { role: 'developer', content: 'D' },
          { role: 'user', content: 'U' },
          { role: 'developer', content: 'L' },
        ],
      },
      { path: '/v1/responses' },
    );
    expect(codex.status).toBe(200);
    expect(codex.headers.get('x-turnpike-conversion')).toContain('messages.system.later');
    expect(sent().at(-1)).toEqual([system, { role: 'user', content: [text('U'), text('L')] }]);

    const claude = await gateway.post(
      user.token,
      {
        ...{ model: 'm', max_tokens: 64, system: 'S' },
        messages: [
          { role: 'user', content: 'U' },
          { role: 'system', content: 'L' },
        ],
      },
      { path: '/v1/messages' },
    );
    expect(claude.status).toBe(200);
    expect(sent()).toHaveLength(3);
    expect(sent().at(-1)).toEqual([
      { role: 'system', content: 'S' },
      { role: 'user', content: [text('U'), text('L')] },
    ]);
  });

  it('stay where they are for a model that takes them', async () => {
    vendor.does((response) => sendJson(response, 200, JSON.stringify(completion)));
    const messages = [
      { role: 'user', content: 'U' },
      { role: 'system', content: 'L' },
    ];
    const reply = await gateway.post(user.token, { model: 'm', messages });
    expect([reply.status, reply.headers.get('x-turnpike-conversion')]).toEqual([200, null]);
    expect(sent()).toEqual([messages]);
  });
});
