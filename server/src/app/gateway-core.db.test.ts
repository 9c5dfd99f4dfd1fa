import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { startTestGateway } from '../../test/support/test-gateway.ts';
import type { Store } from '../db/store.ts';

// One answer of the upstream: 9 input and 2 output tokens, 9*1 + 2*3 = 15 points.
const CALL_POINTS = 15;
const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 2 };

const refusingSettlements = (store: Store): void => {
  store.settle = async () => {
    throw Object.assign(new Error('the database is away'), { code: '57P01' });
  };
};

describe.each(databases)('a start on $name with charges that the database does not hold yet', ({ open }) => {
  it('does not wait for them, and neither a balance nor a key nor a budget can be spent twice', async () => {
    const database = await open();
    const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
    const options = { databaseUrl: database.url, dataDir };
    const before = await startTestGateway({ ...options, withStore: refusingSettlements });
    const user = await before.seed.user({ quota: 10 * CALL_POINTS });
    const limited = await before.seed.user({ quota: 1_000_000, tokenQuota: 10 * CALL_POINTS });
    const budgeted = await before.seed.user({ quota: 1_000_000 });
    const budget = await before.seed.budget(budgeted, { period: 'total', points: 10 * CALL_POINTS });
    const counted = await before.seed.user({ quota: 1_000_000 });
    const ofKey = await before.seed.budget(counted, { unit: 'requests', points: 10 });
    await before.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await before.seed.channel({ model: 'm' });
    const ofChannel = await before.seed.budget({ channelId: channel.id }, { points: 1_000_000 });
    const upstream = before.upstream(channel);
    for (const { token } of [user, limited, budgeted, counted]) {
      for (let call = 0; call < 6; call += 1) expect((await before.post(token, body)).status).toBe(200);
    }
    await before.stop({ keepUpstreams: true });

    const after = await startTestGateway({ ...options, withStore: refusingSettlements });
    for (const { token } of [user, limited, budgeted, counted]) {
      for (let call = 0; call < 4; call += 1) expect((await after.post(token, body)).status).toBe(200);
      expect((await after.post(token, body)).status).toBe(429);
    }
    await after.stop();

    const last = await startTestGateway(options);
    expect(await last.quotaOf(user)).toBe(0);
    expect(await last.remainderOf(limited)).toBe(0);
    expect(await last.quotaOf(limited)).toBe(1_000_000 - 10 * CALL_POINTS);
    expect(await last.usesOf(budget)).toEqual({ 0: 10 * CALL_POINTS });
    expect(await last.usesOf(ofKey)).toEqual({ 0: 10 });
    expect(await last.usesOf(ofChannel)).toEqual({ 0: 40 * CALL_POINTS });
    expect(await last.quotaOf(budgeted)).toBe(1_000_000 - 10 * CALL_POINTS);
    expect(await last.logRowsOf(user)).toHaveLength(10);
    await last.stop();
    await upstream.stop();
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  });
});
