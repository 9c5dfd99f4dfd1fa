import { join } from 'node:path';
import { expect } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { isLong } from '../../server/test/support/long-tests.ts';
import { eventually } from '../support/site.ts';
import {
  type Account,
  type AttackSite,
  attack,
  booksOf,
  CALL_POINTS,
  EFFORT,
  healthOf,
} from './attack-site.ts';
import { answerOf, hello } from './chat-texts.ts';
import { lockFile } from './stored-data.ts';

attack(
  'sets the limit of a key to zero during the call, or keeps it small, to be answered for free',
  async (site) => {
    const { quotaOf } = await booksOf(site);
    const setter = await site.account('setter', { token: { quota: 50_000 } });
    site.upstream.does(async (response) => {
      await setter.person.call('PUT', '/api/token/', { id: setter.tokenId, remain_quota: 0 });
      sendJson(response, 200, answerOf(9, 2000));
    });
    expect((await site.chat(setter.tokenKey, hello())).status).toBe(200);
    await eventually(async () => (await quotaOf('setter')) === setter.openingQuota - (9 + 2000 * 3));
    expect((await site.chat(setter.tokenKey, hello())).status).toBe(429);

    const keeper = await site.account('keeper', { token: { quota: 80 } });
    site.upstream.does((response) => sendJson(response, 200, answerOf(9, 5000)));
    expect((await site.chat(keeper.tokenKey, { ...hello(), max_tokens: 5 })).status).toBe(200);
    await eventually(async () => (await quotaOf('keeper')) === keeper.openingQuota - (9 + 5000 * 3));
    expect((await site.chat(keeper.tokenKey, hello())).status).toBe(429);
  },
);

attack(
  'changes the limit of a key while its calls are being written, also by changes that are refused',
  async (site) => {
    const { quotaOf } = await booksOf(site);
    const switcher = await site.account('switcher', { token: { quota: 100_000 } });
    let answered = 0;
    for (let round = 0; round < 6 * EFFORT; round += 1) {
      const unlimited_quota = round % 2 === 1;
      const change = { id: switcher.tokenId, unlimited_quota, remain_quota: unlimited_quota ? 0 : 40 };
      const calls = Array.from({ length: 10 }, () =>
        site.chat(switcher.tokenKey, { ...hello(), max_tokens: 2 }),
      );
      await switcher.person.call('PUT', '/api/token/', change);
      for (const answer of await Promise.all(calls)) if (answer.status === 200) answered += 1;
    }
    await eventually(
      async () => (await quotaOf('switcher')) === switcher.openingQuota - answered * CALL_POINTS,
    );

    const racer = await site.account('racer', { token: { quota: 10 * EFFORT * CALL_POINTS } });
    const change = (remain_quota: number) =>
      racer.person
        .call('PUT', '/api/token/', { id: racer.tokenId, remain_quota, group: 'none' })
        .catch(() => {});
    const calls: Promise<Response>[] = [];
    for (let round = 0; round < 20 * EFFORT; round += 1) {
      calls.push(site.chat(racer.tokenKey, { ...hello(), max_tokens: 2 }));
      void change(2 ** 50 + round);
      await change(0);
    }
    const raced = (await Promise.all(calls)).filter(({ status }) => status === 200).length;
    expect(raced).toBeLessThanOrEqual(10 * EFFORT);
    await eventually(async () => (await quotaOf('racer')) === racer.openingQuota - raced * CALL_POINTS);
    expect(await healthOf(site)).toMatchObject({ status: 'ok', settlements: { waiting: 0, rejected: 0 } });
  },
);

attack(
  'sends texts that cannot be stored, and locks the file that keeps what was charged',
  async (site) => {
    await site.root.createChannel({ base_url: site.upstream.url, models: 'wild-*' });
    await site.root.createPrice('wild-*', 1, 3);
    const writer = await site.account('writer');
    const halves = ['\\u0000', '\\ud800', '\\udc00x'];
    for (const half of halves) {
      const named = await site.chat(writer.tokenKey, `{"model":"wild-${half}","messages":[]}`);
      expect(named.status).toBe(400);
      const body = `{"model":"wild-x","user":"${half}","messages":[{"role":"${half}","content":"${half}"}]}`;
      expect((await site.chat(writer.tokenKey, body)).status).toBe(200);
      await expect(
        writer.person.call('POST', '/api/token/', keyNamed(JSON.parse(`"${half}"`))),
      ).rejects.toThrow(/answered 4\d\d/);
    }
    await expectCharged(site, writer, halves.length);

    const unlock = lockFile(join(site.dataDir, 'outbox.db'));
    const askedAt = performance.now();
    const refused = await site.chat(writer.tokenKey, hello());
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining('settlement_backlog'),
    ]);
    expect((await healthOf(site)).status).toBe('degraded');
    // The file is waited for on the main thread: five seconds were the fault.
    expect(performance.now() - askedAt).toBeLessThan(4000);
    unlock();
    await eventually(async () => (await healthOf(site)).status === 'ok');
    expect((await site.chat(writer.tokenKey, hello())).status).toBe(200);
    await expectCharged(site, writer, halves.length + 1);
  },
  { engines: isLong ? 'both' : 'PostgreSQL' },
);

const keyNamed = (name: string) => ({ name, expired_time: -1, remain_quota: 0, unlimited_quota: true });

async function expectCharged(site: AttackSite, { openingQuota }: Account, calls: number): Promise<void> {
  const { quotaOf } = await booksOf(site);
  await eventually(async () => (await quotaOf('writer')) === openingQuota - calls * CALL_POINTS);
}
