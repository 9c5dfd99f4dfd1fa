import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logType, role, userStatus } from '@turnpike/contract';
import { expect } from 'vitest';
import type { Settlement } from '../../server/src/db/settlement.ts';
import { writeSettlements } from '../../server/src/db/settlement-writer.ts';
import { type Db, openStore } from '../../server/src/db/store.ts';
import { insertUser } from '../../server/src/modules/user/user-repository.ts';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { callsDuring } from './calls-during.ts';
import type { LoopPauses } from './loop-pauses.ts';
import { eventually, ROOT_NAME, rootEnvironment, startSite, Visitor } from './site.ts';
import { startTurnpike, type TurnpikeProcess } from './turnpike-process.ts';

const whole = readFileSync(
  new URL('../../server/test/recordings/openai-chat/hello.json', import.meta.url),
  'utf8',
);

export interface SellingSite {
  turnpike: TurnpikeProcess;
  root: Visitor;
  /** Relayed calls, one every ten milliseconds, while something else goes on. @returns their milliseconds */
  callsDuring(work: Promise<unknown>): Promise<number[]>;
  /** Figures of the main loop since the last call. */
  loopPauses(): Promise<LoopPauses>;
  /** Runs statements past the gateway, once it has stopped. */
  read<Found>(find: (db: Db) => Promise<Found>): Promise<Found>;
  stop(): Promise<void>;
}

/**
 * The product with accounts and whatever else is seeded straight into its database, and with its main loop measured.
 * @param prepare runs before the seed, by calls of root
 */
export async function startSellingSite<Prepared>({
  databaseUrl = null,
  prepare,
  seed,
}: {
  databaseUrl?: string | null;
  prepare: (root: Visitor) => Promise<Prepared>;
  seed: (db: Db, prepared: Prepared) => Promise<void>;
}): Promise<SellingSite & { prepared: Prepared }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
  const file = join(dataDir, 'loop-pauses.json');
  const preload = new URL('./loop-pauses.ts', import.meta.url).href;
  const env = {
    ...{ TZ: 'UTC', NODE_OPTIONS: `--import=${preload}`, LOOP_PAUSES: file },
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
  const upstream = createServer((request, response) => {
    request.resume().once('end', () => sendJson(response, 200, whole));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  const first = await startSite({ dataDir, env });
  await first.root.createChannel({ base_url: `http://127.0.0.1:${port}`, models: 'm' });
  await first.root.createPrice('m', 0.001, 0.001);
  await first.root.liftRateLimit();
  const { key } = await first.root.createToken();
  const prepared = await prepare(first.root);
  await first.turnpike.stop();
  const read: SellingSite['read'] = async (find) => {
    const store = await openStore({ databaseUrl, dataDir });
    try {
      return await find(store.db);
    } finally {
      await store.close();
    }
  };
  await read((db) => seed(db, prepared));
  const turnpike = await startTurnpike({ dataDir, env: { ...rootEnvironment, ...env } });
  return {
    ...{ turnpike, prepared, read, root: await Visitor.signIn(turnpike.url, ROOT_NAME) },
    callsDuring: (work) => callsDuring(() => callOnce(turnpike.url, key), work),
    async loopPauses() {
      rmSync(file, { force: true });
      process.kill(turnpike.pid, 'SIGUSR2');
      const text = await eventually(async () => readIfThere(file));
      return JSON.parse(text);
    },
    async stop() {
      await turnpike.stop();
      upstream.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Say hello' }] });

async function callOnce(url: string, tokenKey: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body,
  });
  await answer.text();
  expect(answer.status).toBe(200);
  return performance.now() - startedAt;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined;
  } catch {
    return undefined;
  }
}

const BATCH = 250;

/** @returns the numbers of new accounts */
export async function seedAccounts(
  db: Db,
  count: number,
  given: { quota: number; created_time: number },
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    await db.transaction().execute(async (trx) => {
      for (let place = 0; place < BATCH && ids.length < count; place += 1) {
        const username = `customer${ids.length + 1}`;
        const id = await insertUser(trx, {
          ...{ username, password_hash: 'none', display_name: username, email: '', group: 'default' },
          ...{ role: role.common, status: userStatus.enabled, ...given },
        });
        ids.push(id);
      }
    });
  }
  return ids;
}

/** A call of each account with each model, as the outbox writes them. */
export async function seedUse(
  db: Db,
  userIds: readonly number[],
  { models, at }: { models: readonly string[]; at: number },
): Promise<void> {
  const calls = userIds.flatMap((id) => models.map((model, place) => callOf(id, model, { at, place })));
  for (let start = 0; start < calls.length; start += BATCH) {
    const settlements = calls.slice(start, start + BATCH);
    const outboxId = 'seed';
    await writeSettlements(db, { outboxId, firstNumber: start + 1, settlements, nowSeconds: at });
  }
}

const callOf = (
  user_id: number,
  model_name: string,
  { at, place }: { at: number; place: number },
): Settlement => ({
  ...{ request_id: `req_${user_id}_${place}`, user_id, created_at: at, type: logType.consume, content: '' },
  ...{ username: 'customer', token_id: 1, token_name: 'laptop', model_name, quota: 100 + place },
  ...{ prompt_tokens: 30, completion_tokens: 7, channel_id: 1, request_time: 900, is_stream: 0 },
  ...{ source_ip: '', ended_by: 'completed', token_quota: 0, group_name: null, metadata: '{}' },
});
