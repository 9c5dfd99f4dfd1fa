import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const text = 'a long text '.repeat(100_000);

// How a body is sent does not depend on the database; one is enough.
describe('a large body', () => {
  let gateway: TestGateway;
  let user: SeededUser;

  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 10_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  });
  afterEach(() => gateway.stop());

  const ask = () =>
    gateway.post(user.token, { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: text }] });

  it.each([
    { how: 'as it came', mapping: {} },
    { how: 'with another model name', mapping: { m: '+upstream-m' } },
  ])('reaches the second channel whole when the first has refused it, $how', async ({ mapping }) => {
    const first = await gateway.seed.channel({ model: 'm', priority: 2, mapping });
    const second = await gateway.seed.channel({ model: 'm', priority: 1, mapping });
    gateway.upstream(first).does((response) => {
      response.writeHead(500).end();
    });
    gateway.upstream(second).plays('openai-chat/hello.json');

    expect((await ask()).status).toBe(200);
    for (const channel of [first, second])
      expect(gateway.upstream(channel).received[0]?.body).toMatchObject({ messages: [{ content: text }] });
  });
});
