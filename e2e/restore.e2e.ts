import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream } from '../server/test/support/fake-upstream.ts';
import { expectBooksToAgree } from './support/books.ts';
import { answersWithDelays, type Delivered, Load } from './support/load.ts';
import { startSite, Visitor } from './support/site.ts';

const OPENING_QUOTA = 1_000_000;

describe('a data folder that was put together from backups', () => {
  let dataDir: string;
  let backupDir: string;
  let upstream: FakeUpstream;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
    backupDir = mkdtempSync(join(tmpdir(), 'turnpike-backup-'));
    upstream = await FakeUpstream.start();
    answersWithDelays(upstream, { upToMs: 1 });
  });
  afterEach(async () => {
    await upstream.stop();
    for (const folder of [dataDir, backupDir]) rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    { what: 'an outbox older than the database', restore: (): void => copyOutbox(backupDir, dataDir) },
    { what: 'no outbox', restore: (): void => rmSync(join(dataDir, 'outbox.db')) },
  ])('writes every new call down, with $what', async ({ restore }) => {
    let { turnpike, root } = await startSite({ dataDir });
    await root.createChannel({ base_url: upstream.url, models: 'm' });
    await root.createPrice('m', 1, 3);
    let user = await root.createUser('ann', OPENING_QUOTA);
    const { key: tokenKey } = await user.createToken();
    const delivered: Delivered[] = [];
    const call = async (times: number) => {
      const load = new Load({ url: turnpike.url, tokenKey, callers: 1, pauseMs: 0 });
      await load.untilDelivered(times);
      await load.stop();
      delivered.push(...load.delivered);
    };
    await call(3);
    await turnpike.stop();
    copyOutbox(dataDir, backupDir);
    ({ turnpike, root } = await startSite({ dataDir }));
    await call(20);
    await turnpike.stop();

    restore();
    ({ turnpike, root } = await startSite({ dataDir }));
    await call(5);

    user = await Visitor.signIn(turnpike.url, 'ann');
    await expectBooksToAgree({ turnpike, user, openingQuota: OPENING_QUOTA, delivered });
    expect(await turnpike.stop()).toBe(0);
  });
});

const copyOutbox = (from: string, to: string): void => cpSync(join(from, 'outbox.db'), join(to, 'outbox.db'));
