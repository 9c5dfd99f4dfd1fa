import { expect } from 'vitest';
import { BreakableLink } from '../../server/test/support/breakable-link.ts';
import { eventually, Visitor } from '../support/site.ts';
import { type AttackSite, attack, booksOf, CALL_POINTS, EFFORT, healthOf } from './attack-site.ts';
import { hello } from './chat-texts.ts';
import { runStatement } from './stored-data.ts';

/** Users get an error within five seconds, more on a busy machine. Without a time limit it took 25 seconds. */
const MAX_MS = 10_000;

attack(
  'makes the database hang instead of refuse',
  async (site) => {
    const payer = await site.account('payer');
    expect((await site.chat(payer.tokenKey, hello())).status).toBe(200);
    const link = await linkToDatabase(site);
    payer.person = await Visitor.signIn(site.turnpike.url, 'payer');
    await site.chat(payer.tokenKey, hello());
    const calls = 40 * EFFORT;
    try {
      link.fallSilent();
      const pages = ['/api/user/self', '/api/token/', '/api/log/self'];
      const asked = pages.map(async (path) => {
        const askedAt = performance.now();
        await expect(payer.person.call('GET', path)).rejects.toThrow('answered 503');
        expect(performance.now() - askedAt).toBeLessThan(MAX_MS);
      });
      for (let call = 0; call < calls; call += 1) {
        expect((await site.chat(payer.tokenKey, hello())).status).toBe(200);
      }
      await Promise.all(asked);
      expect((await healthOf(site)).settlements.waiting).toBeGreaterThan(0);
    } finally {
      await link.refuse();
      await link.mend();
    }

    await eventually(async () => (await healthOf(site)).settlements.waiting === 0, { withinMs: 40_000 });
    expect(await quotaOfPayer(site)).toBe(payer.openingQuota - (calls + 2) * CALL_POINTS);
    expect(await payer.person.callRows()).toHaveLength(calls + 2);

    // It hangs again, and the gateway is to stop: it ends by itself, and the next start charges the last call.
    link.fallSilent();
    expect((await site.chat(payer.tokenKey, hello())).status).toBe(200);
    expect(await site.turnpike.stop()).toBe(0);
    await endLink(site, link);
    await eventually(
      async () => (await quotaOfPayer(site)) === payer.openingQuota - (calls + 3) * CALL_POINTS,
    );
  },
  { engines: 'PostgreSQL' },
);

attack('leaves rows that cannot be read in prices, channels and groups', async (site) => {
  const { root, upstream } = site;
  for (const model of ['unpriced', 'unrated', 'unmapped', 'unread', 'good']) {
    await root.createChannel({ base_url: upstream.url, models: model, name: model });
    await root.createPrice(model, 1, 3);
  }
  const caller = await site.account('caller');
  for (const [table, column, row] of [
    ['prices', 'input', "model = 'unpriced'"],
    ['prices', 'extra_ratios', "model = 'unrated'"],
    ['channels', 'model_mapping', "name = 'unmapped'"],
    ['channels', 'disabled_stream', "name = 'unread'"],
    ['user_groups', 'ratio', "symbol = 'vip'"],
  ]) {
    await runStatement(site, `update ${table} set ${column} = '{oops' where ${row}`);
  }

  await site.restart('stop');

  for (const model of ['good', 'm']) {
    expect([model, (await site.chat(caller.tokenKey, hello(model))).status]).toEqual([model, 200]);
  }
  for (const model of ['unpriced', 'unrated', 'unmapped', 'unread']) {
    const { status } = await site.chat(caller.tokenKey, hello(model));
    expect([model, status]).toEqual([model, expect.toSatisfy((code: number) => code >= 400)]);
  }
  for (const path of ['/api/channel/', '/api/user_group/', '/api/prices', '/api/available_model']) {
    await site.root.call('GET', path);
  }
});

/** Starts the gateway again with a way to its database that can go dead. */
async function linkToDatabase(site: AttackSite): Promise<BreakableLink> {
  const url = new URL(site.databaseUrl ?? '');
  const link = await BreakableLink.to({ host: url.hostname, port: Number(url.port) });
  url.port = String(link.port);
  site.env.DATABASE_URL = url.href;
  await site.restart('stop');
  return link;
}

const quotaOfPayer = async (site: AttackSite): Promise<number> => (await booksOf(site)).quotaOf('payer');

async function endLink(site: AttackSite, link: BreakableLink): Promise<void> {
  site.env.DATABASE_URL = site.databaseUrl ?? '';
  await site.restart('stop');
  await link.refuse();
}
