import { describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { startTestGateway } from '../../../../test/support/test-gateway.ts';

describe.each(anyDatabase)('a model’s name that no database takes, on $name', ({ open }) => {
  it.each(['\\u0000', '\\u001b', '\\u0085', '\\ud800', '\\udc00x'])(
    'm-%s: refused by its field',
    async (escaped) => {
      const database = await open();
      const gateway = await startTestGateway({ databaseUrl: database.url });
      const user = await gateway.seed.user({ quota: 1_000_000 });
      await gateway.seed.price({ model: 'm-*', input: 1, output: 3 });
      const channel = await gateway.seed.channel({ model: 'm-*' });
      const ask = (path: string, rest: string) =>
        gateway.post(user.token, `{"model":"m-${escaped}",${rest}}`, { path });

      const chat = await ask('/v1/chat/completions', '"messages":[{"role":"user","content":"\\u0000"}]');
      const vectors = await ask('/v1/embeddings', '"input":"x"');

      for (const reply of [chat, vectors]) {
        expect(reply.status).toBe(400);
        expect(await reply.json()).toMatchObject({ error: { param: 'model' } });
      }
      expect(gateway.upstream(channel).received).toHaveLength(0);
      expect(await gateway.logRowsOf(user)).toEqual([]);
      await gateway.stop();
      await database.drop();
    },
  );
});

it.each([false, true])('text that spells NUL is stored and charged for: stream %s', async (stream) => {
  const gateway = await startTestGateway();
  const user = await gateway.seed.user({ quota: 1_000_000 });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  await gateway.seed.channel({ model: 'm' });
  const body = {
    model: 'm',
    max_tokens: 50,
    stream,
    'a\\u0000b': 1,
    messages: [{ role: 'user', content: 'Hi' }],
  };

  const reply = await gateway.post(user.token, body, { path: '/v1/messages' });

  expect(reply.status).toBe(200);
  await reply.text();
  const [row] = await gateway.logRowsOf(user);
  expect(row?.quota).toBeGreaterThan(0);
  expect(JSON.stringify(row?.metadata)).toContain('a\\\\u0000b');
  expect(await gateway.quotaOf(user)).toBe(1_000_000 - Number(row?.quota));
  await gateway.stop();
});
