import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';

const hi = [{ role: 'user', content: 'hi' }];
/** A letter of three bytes that the vendor counts as one token. */
const LETTER = 'ᚠ';

describe('a call that waits for the holds of others', () => {
  let gateway: TestGateway;
  let channel: { id: number };
  /** Lets the whole answers go. */
  let go: () => void;

  beforeEach(async () => {
    gateway = await startTestGateway();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    channel = await gateway.seed.channel({ model: 'm' });
    const gate = Promise.withResolvers<void>();
    go = gate.resolve;
    gateway.upstream(channel).does(async (response, { body }) => {
      if (body.stream !== true) await gate.promise;
      const tokens = Math.min(Number(body.max_tokens ?? 40_000), body.stream === true ? 40_000 : 12_000);
      const usage = { prompt_tokens: 9, completion_tokens: tokens, total_tokens: tokens + 9 };
      const choice = { index: 0, finish_reason: 'stop' };
      if (body.stream !== true) {
        const choices = [{ ...choice, message: { role: 'assistant', content: 'x' } }];
        sendJson(response, 200, JSON.stringify({ choices, usage }));
        return;
      }
      const chunks = [
        { choices: [{ ...choice, delta: { content: LETTER.repeat(tokens) } }] },
        { choices: [], usage },
      ];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')}data: [DONE]\n\n`);
    });
  });
  afterEach(() => gateway.stop());

  const received = () => gateway.upstream(channel).received;

  /** @returns the answer of a call that waits; the first one has all that there is */
  async function wait(first: string, second: string, [most, members]: [number, object]) {
    const reserve = vi.spyOn(gateway.core.quotaBook, 'reserve');
    const answers = [gateway.post(first, { model: 'm', max_tokens: most, messages: hi })];
    await expect.poll(() => received().length).toBe(1);
    answers.push(gateway.post(second, { model: 'm', messages: hi, ...members }));
    await expect.poll(() => reserve).toHaveBeenCalledTimes(2);
    return async () => {
      const [one, other] = await Promise.all(answers);
      await one?.text();
      return other as Response;
    };
  }

  it('is bounded by what is left when it begins', async () => {
    const user = await gateway.seed.user({ quota: 10_000_000 });
    const budget = await gateway.seed.budget({ tokenId: user.tokenId }, { points: 20_000 });
    const answered = await wait(user.token, user.token, [19_500, { stream: true }]);
    expect(received()).toHaveLength(1);

    go();
    expect((await (await answered()).text()).length).toBeGreaterThan(0);

    expect(received()[1]?.body.max_tokens).toBeLessThanOrEqual(8_000);
    expect(Object.values(await gateway.usesOf(budget))[0]).toBeLessThanOrEqual(20_000);
  });

  it('is refused if its key was deleted meanwhile', async () => {
    const user = await gateway.seed.user({ quota: 8_000 });
    const other = await gateway.seed.token({ userId: user.id });
    const answered = await wait(user.token, other.token, [7_500, { max_tokens: 2_000 }]);
    await gateway.store.db
      .updateTable('tokens')
      .set({ deleted_time: 1 })
      .where('id', '=', other.tokenId)
      .execute();
    gateway.core.identities.forgetToken(other.tokenId);

    go();

    expect((await answered()).status).toBe(401);
    expect(received()).toHaveLength(1);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });
});
