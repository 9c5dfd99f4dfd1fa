import { expect } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { isLong } from '../../server/test/support/long-tests.ts';
import { runTurnpikeCommand } from '../support/books.ts';
import { eventually } from '../support/site.ts';
import { type AttackSite, attack, booksOf, CALL_POINTS, healthOf } from './attack-site.ts';
import { answerOf, hello } from './chat-texts.ts';
import { editOutbox, lockLedger, runStatement } from './stored-data.ts';

attack(
  'leaves a charge that the database refuses, which would hold up everybody’s',
  async (site) => {
    const thief = await site.account('thief', { quota: 1000 });
    site.upstream.does(async (response) => {
      // Points that the gateway knows and the database does not: as after a restored backup, or an edit by hand.
      await runStatement(site, "update users set quota = 1 where username = 'thief'");
      sendJson(response, 200, answerOf(9, 300));
    });
    expect((await site.chat(thief.tokenKey, { ...hello(), max_tokens: 300 })).status).toBe(200);

    await eventually(async () => (await healthOf(site)).settlements.rejected === 1);
    expect((await healthOf(site)).status).toBe('degraded');
    const { quotaOf } = await booksOf(site);
    expect(await quotaOf('thief')).toBe(1);
    const refused = await site.root.call<{ data: object[] }>('GET', '/api/settlement/rejected');
    expect(refused.data).toMatchObject([{ username: 'thief', quota: 909 }]);
    await site.restart('kill');
    expect((await healthOf(site)).settlements.rejected).toBe(1);
    expect((await site.chat(thief.tokenKey, hello())).status).toBe(429);

    await runStatement(site, "update users set quota = 1000 where username = 'thief'");
    await site.root.call('POST', '/api/settlement/rejected/retry');

    await eventually(async () => (await healthOf(site)).settlements.rejected === 0);
    expect(await (await booksOf(site)).quotaOf('thief')).toBe(1000 - 909);
  },
  { engines: isLong ? 'both' : 'PostgreSQL' },
);

attack(
  'locks the ledger, pulls the plug, and damages what waited to be written',
  async (site) => {
    const payers = [await site.account('ann'), await site.account('ben')];
    const callEach = async (times: number): Promise<void> => {
      for (let round = 0; round < times; round += 1) {
        for (const { tokenKey } of payers) expect((await site.chat(tokenKey, hello())).status).toBe(200);
      }
    };
    await callEach(1);
    await eventually(async () => (await healthOf(site)).settlements.waiting === 0);

    const unlock = await lockLedger(site);
    await callEach(10);
    const askedAt = performance.now();
    await expect(site.root.createUser('late', 1)).rejects.toThrow('answered 503');
    expect(performance.now() - askedAt).toBeLessThan(10_000);
    expect((await healthOf(site)).settlements.waiting).toBe(20);
    await site.turnpike.kill();
    await unlock();
    const damaged = damageWaiting(site);
    await site.restart('kill');

    await eventually(async () => (await healthOf(site)).settlements.waiting === 0);
    expect(await healthOf(site)).toMatchObject({ status: 'degraded', settlements: { rejected: 3 } });
    const chargedCalls = async (): Promise<number> => {
      const { quotaOf } = await booksOf(site);
      const left = [await quotaOf('ann'), await quotaOf('ben')];
      return left.reduce((sum, quota) => sum + (1_000_000 - quota) / CALL_POINTS, 0);
    };
    expect(await chargedCalls()).toBe(22 - 3);

    for (const { number, text } of damaged) {
      const settlement = text.replaceAll("'", "''");
      const repair = `update rejected_settlements set settlement = '${settlement}' where number = ${number}`;
      await runStatement(site, repair);
    }
    const env = { ...site.env, TURNPIKE_DATA_DIR: site.dataDir };
    const report = await runTurnpikeCommand(['settlements', 'retry'], env);
    expect(report).toContain('3 charges were written');
    expect(await chargedCalls()).toBe(22);
  },
  { engines: isLong ? 'both' : 'SQLite' },
);

/** Deletes the first and another waiting charge, and makes one unreadable. @returns the original charges */
function damageWaiting({ dataDir }: AttackSite): { number: number; text: string }[] {
  return editOutbox(dataDir, (execute) => {
    const { rows } = execute('select last_number as number, bodies as text from outbox_rows order by 1', []);
    const [first, , unreadable, , lost] = rows as { number: number; text: string }[];
    if (first === undefined || unreadable === undefined || lost === undefined)
      throw new Error('nothing waits');
    execute('delete from outbox_rows where last_number in (?, ?)', [first.number, lost.number]);
    execute("update outbox_rows set bodies = 'no settlement' where last_number = ?", [unreadable.number]);
    return [first, unreadable, lost];
  });
}
