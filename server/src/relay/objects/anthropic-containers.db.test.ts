import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { framedEvent } from '../../../test/upstreams/anthropic-messages-upstream.ts';

const KEYS = ['sk-A', 'sk-B', 'sk-C'];

describe.each(anyDatabase)('containers that Claude ran code in, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let channel: { id: number };
  let made = 0;
  beforeAll(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: 'm', dialects: ['anthropic-messages'], keys: KEYS });
    gateway.upstream(channel).does((response, { body }) => {
      made += 1;
      const container = { id: `container_${made}`, expires_at: '2030-01-01T00:00:00Z' };
      const usage = { input_tokens: 5, output_tokens: 2 };
      const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' };
      const content = [{ type: 'text', text: 'Hi' }];
      if (body.stream !== true) {
        const whole = { ...head, content, stop_reason: 'end_turn', usage, container };
        return sendJson(response, 200, JSON.stringify(whole));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of [
        { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn', container }, usage },
        { type: 'message_stop' },
      ])
        response.write(framedEvent(JSON.stringify(event)));
      response.end();
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  const ask = (token: string, body: object) =>
    gateway.post(
      token,
      { model: 'm', max_tokens: 16, messages: [{ role: 'user', content: 'Hi' }], ...body },
      { path: '/v1/messages' },
    );
  const keysOf = () => gateway.upstream(channel).received.map(({ headers }) => headers['x-api-key']);

  it.each([{ stream: false }, { stream: true }])(
    'are gone on in by their user, with the key whose account has them: stream $stream',
    async ({ stream }) => {
      const owner = await gateway.seed.user({ quota: 1_000_000 });
      const other = await gateway.seed.user({ quota: 1_000_000 });
      for (let turn = 0; turn < 6; turn += 1) {
        await (await ask(owner.token, { stream })).text();
        const id = `container_${made}`;
        const key = keysOf().at(-1);
        for (const container of [id, { id, skills: [] }]) {
          expect((await ask(owner.token, { container })).status).toBe(200);
          expect(keysOf().at(-1)).toBe(key);
          const refused = await ask(other.token, { container });
          expect(refused.status).toBe(404);
          expect(refused.headers.get('x-error-code')).toBe('object.not_found');
        }
      }
      expect((await ask(other.token, { container: { skills: [] } })).status).toBe(200);
      expect((await ask(other.token, { container: ['container_1'] })).status).toBe(400);
    },
  );
});
