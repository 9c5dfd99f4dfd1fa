import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { bareEnvironment } from './bare-environment.ts';
import { builtProgram } from './built-program.ts';
import { eventually, type Visitor } from './site.ts';
import type { TurnpikeProcess } from './turnpike-process.ts';

/** The writer tries again every two seconds; reading thousands of rows by pages takes another few. */
const WITHIN = { withinMs: 30_000 };
const rootDir = join(import.meta.dirname, '../..');

/** Runs a command of `npm run turnpike`. @throws with what it printed when it fails */
export async function runTurnpikeCommand(args: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [builtProgram('cli'), ...args], {
    cwd: rootDir,
    env: { ...bareEnvironment(), ...env },
  });
  return stdout;
}

/**
 * Compares the books once everything is written. Each delivered answer is in the log once, and the charges equal the
 * decrease of the balance. The ledger can be replayed while the gateway runs.
 */
export async function expectBooksToAgree({
  turnpike,
  user,
  openingQuota,
  delivered,
  env = {},
}: {
  turnpike: TurnpikeProcess;
  user: Visitor;
  openingQuota: number;
  delivered: readonly { requestId: string }[];
  env?: Record<string, string>;
}): Promise<void> {
  const rows = await eventually(async () => {
    const found = await user.callRows();
    const known = new Set(found.map(({ request_id }) => request_id));
    return delivered.every(({ requestId }) => known.has(requestId)) && found;
  }, WITHIN);

  expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(rows.length);
  await eventually(async () => {
    const [now, quota] = [await user.callRows(), await user.quota()];
    return now.reduce((sum, row) => sum + row.quota, 0) === openingQuota - quota;
  }, WITHIN);
  const charged = new Map(rows.map(({ request_id, quota }) => [request_id, quota]));
  for (const { requestId } of delivered) expect(charged.get(requestId)).toBe(15); // 9*1 + 2*3
  const report = await runTurnpikeCommand(['ledger', 'verify', '--full'], {
    TURNPIKE_DATA_DIR: turnpike.dataDir,
    ...env,
  });
  expect(report).toContain('The ledger is right');
}

/** A call that costs all that is left goes through: nothing stays held. */
export async function expectNothingReserved({
  turnpike,
  root,
  user,
  tokenKey,
}: {
  turnpike: TurnpikeProcess;
  root: Visitor;
  user: Visitor;
  tokenKey: string;
}): Promise<void> {
  const rest = await user.quota();
  await root.call('POST', '/api/prices/single', {
    ...{ model: 'rest', type: 'times', channel_type: 1, input: rest / 1000, output: 0 },
  });
  const answer = await fetch(`${turnpike.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'rest', messages: [{ role: 'user', content: 'Say hello' }] }),
  });
  expect(await answer.text()).toContain('Hello!');
  await eventually(async () => (await user.quota()) === 0);
}
