import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BreakableLink } from '../server/test/support/breakable-link.ts';
import { FakeUpstream } from '../server/test/support/fake-upstream.ts';
import { createTestDatabase, type TestDatabase } from '../server/test/support/postgres.ts';
import { expectBooksToAgree, expectNothingReserved } from './support/books.ts';
import { answersWithDelays, Load } from './support/load.ts';
import { startSite } from './support/site.ts';

const OPENING_QUOTA = 10_000_000;
const SILENT_MS = 15_000;
const REFUSED_MS = 15_000;

describe('PostgreSQL out of reach for 30 seconds under load', () => {
  let database: TestDatabase;
  let link: BreakableLink;
  let upstream: FakeUpstream;

  beforeEach(async () => {
    database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    link = await BreakableLink.to({ host: hostname, port: Number(port) });
    upstream = await FakeUpstream.start();
  });
  afterEach(async () => {
    await upstream.stop();
    await link.refuse();
    await database.drop();
  });

  it('goes on answering, and has written every answer down once it is back', async () => {
    const throughLink = new URL(database.url);
    throughLink.port = String(link.port);
    const { turnpike, root } = await startSite({ env: { DATABASE_URL: throughLink.href } });
    answersWithDelays(upstream, { upToMs: 40 });
    await root.liftRateLimit();
    await root.createChannel({ base_url: upstream.url, models: 'm,rest' });
    await root.createPrice('m', 1, 3);
    const user = await root.createUser('ann', OPENING_QUOTA);
    const { key: tokenKey } = await user.createToken();

    const load = new Load({ url: turnpike.url, tokenKey, callers: 16, pauseMs: 80 });
    await load.untilDelivered(200);
    const outageAt = performance.now();
    link.fallSilent();
    await wait(SILENT_MS);
    await link.refuse();

    const stranger = await fetch(`${turnpike.url}/v1/models`, {
      headers: { authorization: 'Bearer sk-nobody-has-read-this-key-yet' },
    });
    await wait(REFUSED_MS);
    await link.mend();
    await load.untilDelivered(load.delivered.length + 200);
    await load.stop();

    expect(stranger.status).toBe(503);
    expect(load).toMatchObject({ refused: [], broken: 0 });
    const answeredEachSecond = Array.from({ length: 30 }, (_, second) => {
      const from = outageAt + second * 1000;
      return load.delivered.filter(({ atMs }) => atMs >= from && atMs < from + 1000).length;
    });
    expect(Math.min(...answeredEachSecond)).toBeGreaterThan(10);
    await expectBooksToAgree({
      ...{ turnpike, user, openingQuota: OPENING_QUOTA, delivered: load.delivered },
      env: { DATABASE_URL: database.url },
    });
    await expectNothingReserved({ turnpike, root, user, tokenKey });
    expect(await turnpike.stop()).toBe(0);
  });
});
