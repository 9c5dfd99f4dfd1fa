import { describe, expect, it, vi } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { framedEvents } from '../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';

// One answer of the upstream: 9 input and 2 output tokens, 9*1 + 2*3 = 15 points.
const CALL_POINTS = 15;
const call = (stream: boolean) => ({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream });
const bounded = (stream: boolean) => ({ ...call(stream), max_tokens: 2 });

describe.each(databases)('the charge of a call on $name', ({ open }) => {
  async function withGateway(
    story: (gateway: TestGateway, channel: { id: number }) => Promise<void>,
  ): Promise<void> {
    const database = await open();
    const gateway = await startTestGateway({ databaseUrl: database.url });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).plays('openai-chat/hello.json');
    await story(gateway, channel);
    await gateway.stop();
    await database.drop();
  }

  it('is paid by the balance when the key’s limit is set to zero during the call', () =>
    withGateway(async (gateway, channel) => {
      const user = await gateway.seed.user({ quota: 1000, tokenQuota: 500 });
      gateway.upstream(channel).does(async (response) => {
        await gateway.core.quotaBook.changeRemainder(
          user.tokenId,
          () => 0,
          (difference) => addToRemainder(gateway, user.tokenId, difference),
        );
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ choices: [{}], usage: { prompt_tokens: 9, completion_tokens: 2 } }));
      });

      const reply = await gateway.post(user.token, bounded(false));

      expect(reply.status).toBe(200);
      expect(await gateway.quotaOf(user)).toBe(1000 - CALL_POINTS);
      expect(await gateway.remainderOf(user)).toBe(0);
      expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: CALL_POINTS }]);
    }));

  it('is paid by the balance beyond a key’s small limit when the upstream answers more than it may', () =>
    withGateway(async (gateway, channel) => {
      const user = await gateway.seed.user({ quota: 100_000, tokenQuota: 80 });
      gateway.upstream(channel).does((response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ choices: [{}], usage: { prompt_tokens: 9, completion_tokens: 900 } }));
      });

      const reply = await gateway.post(user.token, bounded(false));

      expect(reply.status).toBe(200);
      expect(await gateway.quotaOf(user)).toBe(100_000 - (9 + 900 * 3));
      expect(await gateway.remainderOf(user)).toBe(0);
      expect((await gateway.post(user.token, bounded(false))).status).toBe(429);
    }));

  it('is right for a key that is limited in one call and unlimited in the next', () =>
    withGateway(async (gateway) => {
      const user = await gateway.seed.user({ quota: 100_000, tokenQuota: 60 });
      await gateway.post(user.token, bounded(false));
      await gateway.store.db
        .updateTable('tokens')
        .set({ unlimited_quota: 1 })
        .where('id', '=', user.tokenId)
        .execute();
      gateway.core.identities.forgetToken(user.tokenId);
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => gateway.post(user.token, bounded(false))),
      );

      expect(replies.every(({ status }) => status === 200)).toBe(true);
      expect(await gateway.quotaOf(user)).toBe(100_000 - 21 * CALL_POINTS);
      expect(await gateway.remainderOf(user)).toBe(60 - CALL_POINTS);
    }));

  it('is refused or taken later, never given away, while the outbox cannot be written', () =>
    withGateway(async (gateway, channel) => {
      const user = await gateway.seed.user({ quota: 100_000 });
      const other = await gateway.seed.user({ quota: 100_000 });
      const { outbox } = gateway.core;
      const append = outbox.append.bind(outbox);
      outbox.append = async () => {
        throw new Error('database or disk is full');
      };

      const whole = await gateway.post(user.token, call(false));
      expect(whole.status).toBe(503);
      expect(await whole.json()).toMatchObject({ error: { code: 'settlement_backlog' } });
      gateway.upstream(channel).streams(framedEvents('openai-chat/hello.chunks.txt'));
      const stream = await gateway.post(user.token, call(true));
      const text = await stream.text();
      expect(text).toContain('Hello');
      // It is charged later, so its caller must not ask again.
      expect(text).toContain('[DONE]');
      expect(text).not.toContain('settlement_backlog');
      outbox.append = append;

      gateway.upstream(channel).plays('openai-chat/hello.json');
      expect((await gateway.post(other.token, call(false))).status).toBe(200);
      await vi.waitFor(async () => expect(await gateway.logRowsOf(user)).toHaveLength(1));
      expect(await gateway.logRowsOf(user)).toMatchObject([{ ended_by: 'completed', quota: CALL_POINTS }]);
      expect(await gateway.quotaOf(user)).toBe(100_000 - CALL_POINTS);
      expect(await gateway.quotaOf(other)).toBe(100_000 - CALL_POINTS);
      expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    }));
});

async function addToRemainder({ store }: TestGateway, tokenId: number, difference: number): Promise<void> {
  await store.db
    .updateTable('tokens')
    .set((eb) => ({ remain_quota: eb('remain_quota', '+', difference) }))
    .where('id', '=', tokenId)
    .execute();
}
