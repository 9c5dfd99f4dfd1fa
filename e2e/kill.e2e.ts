import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { strictDatabase } from '../server/test/support/databases.ts';
import { FakeUpstream } from '../server/test/support/fake-upstream.ts';
import { isLong } from '../server/test/support/long-tests.ts';
import { expectBooksToAgree, expectNothingReserved } from './support/books.ts';
import { answersWithDelays, type Delivered, Load } from './support/load.ts';
import { killAndRestart, startSite } from './support/site.ts';

const OPENING_QUOTA = 1_000_000;
const CALLERS = 100;
/** Answers of a round before the kill: among the very first, in full swing, and with batches under way. */
const killsAfter = isLong ? [1, 60, 250, 600] : [1, 250];

describe.each(strictDatabase)('kill -9 under load on $name', (engine) => {
  let dataDir: string;
  let upstream: FakeUpstream;
  let database: Awaited<ReturnType<typeof engine.open>>;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
    upstream = await FakeUpstream.start();
    database = await engine.openEmpty();
  });
  afterEach(async () => {
    await upstream.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('loses no answer, charges none twice, and keeps nothing reserved', async () => {
    const env: Record<string, string> = database.url === null ? {} : { DATABASE_URL: database.url };
    answersWithDelays(upstream, { upToMs: 40 });
    const site = await startSite({ dataDir, env });
    const { root } = site;
    let { turnpike } = site;
    await root.liftRateLimit();
    await root.createChannel({ base_url: upstream.url, models: 'm,rest' });
    await root.createPrice('m', 1, 3);
    const user = await root.createUser('ann', OPENING_QUOTA);
    const { key: tokenKey } = await user.createToken();
    const delivered: Delivered[] = [];

    for (const count of killsAfter) {
      const load = new Load({ url: turnpike.url, tokenKey, callers: CALLERS, pauseMs: 0 });
      await load.untilDelivered(count);
      expect(load.inFlight).toBeGreaterThan(CALLERS * 0.9);
      await turnpike.kill();
      await load.stop();
      delivered.push(...load.delivered);

      turnpike = await killAndRestart(turnpike, env);
      await expectBooksToAgree({ turnpike, user, openingQuota: OPENING_QUOTA, delivered, env });
    }

    await expectNothingReserved({ turnpike, root, user, tokenKey });
    await turnpike.stop();
  });
});
