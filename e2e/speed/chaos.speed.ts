import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { expect, it } from 'vitest';
import { answerInChaos, CHAOS_CHANNELS, CHAOS_POINTS } from '../../server/test/support/chaos-channels.ts';
import { expectNothingReserved, runTurnpikeCommand } from '../support/books.ts';
import { eventually, startSite, type Visitor } from '../support/site.ts';

const CALLS_PER_SECOND = 200;
const TURN_MS = 5000;
/** Callers of the run with the default options give up: nothing ends an upstream that hangs there. */
const PATIENCE_MS = 20_000;
const OPENING_QUOTA = 1_000_000_000;

const runs = [
  {
    name: 'stated options',
    minutes: 10,
    mayFail: false,
    options: { RetryTimes: 19, RetryTimeOut: 60, FirstTokenSeconds: 2 },
  },
  { name: 'default options', minutes: 2, mayFail: true, options: {} },
];

it.each(runs)(
  'a third of the channels fail for $minutes minutes, with the $name',
  async (run) => {
    const startedAt = performance.now();
    const upstream = createServer(async (request, response) => {
      const turn = Math.floor((performance.now() - startedAt) / TURN_MS);
      await answer(request, response, turn);
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo;
    const { turnpike, root } = await startSite();
    await root.liftRateLimit();
    for (const [key, value] of Object.entries(run.options))
      await root.call('PUT', '/api/option/', { key, value: String(value) });
    await root.createPrice('m', 1, 1);
    for (let channel = 0; channel < CHAOS_CHANNELS; channel += 1)
      await root.createChannel({
        ...{ name: `channel-${channel}`, models: 'm', base_url: `http://127.0.0.1:${port}/${channel}` },
      });
    const user = await root.createUser('caller', OPENING_QUOTA);
    const { key } = await user.createToken();
    const target = { url: turnpike.url, tokenKey: key, mayFail: run.mayFail };

    await load(target, { seconds: 20 });
    const before = { mib: residentMib(turnpike.pid), sockets: socketsOf(turnpike.pid) };
    const counts = await load(target, { seconds: run.minutes * 60 });
    await delay(20_000);
    const after = { mib: residentMib(turnpike.pid), sockets: socketsOf(turnpike.pid) };
    console.log(
      `chaos, ${run.name}: ${JSON.stringify({ counts, before, after })}, load average ${loadavg()[0]?.toFixed(2)}`,
    );

    const failed = Object.entries(counts).filter(([code]) => code !== 'ok');
    if (!run.mayFail) {
      expect(failed).toEqual([]);
      await expectCharges(user, (counts.ok ?? 0) + CALLS_PER_SECOND * 20);
      const site = { turnpike, root, user, tokenKey: key };
      await root.createChannel({ name: 'rest', models: 'rest', base_url: `http://127.0.0.1:${port}/rest` });
      await expectNothingReserved(site);
      expect(after.sockets - before.sockets).toBeLessThan(50);
      expect(after.mib - before.mib).toBeLessThan(60);
    }
    const report = await runTurnpikeCommand(['ledger', 'verify', '--full'], {
      TURNPIKE_DATA_DIR: turnpike.dataDir,
    });
    expect(report).toContain('The ledger is right');
    await turnpike.stop();
    upstream.closeAllConnections();
    upstream.close();
  },
  900_000,
);

/** Each channel has a path of its own. */
async function answer(request: IncomingMessage, response: ServerResponse, turn: number): Promise<void> {
  const body = JSON.parse(await text(request)) as { stream?: boolean };
  const channel = request.url?.split('/')[1];
  // Always well: a turn in which the first channel answers.
  if (channel === 'rest') return answerInChaos(response, { channel: 8, turn: 0, isStream: false });
  answerInChaos(response, { channel: Number(channel), turn, isStream: body.stream === true });
}

/** Makes so many calls a second, however long the answers take. @returns how many ended how */
async function load(
  { url, tokenKey, mayFail }: { url: string; tokenKey: string; mayFail: boolean },
  { seconds }: { seconds: number },
): Promise<Record<string, number>> {
  const pool = new Pool(url, { connections: 512 });
  const counts: Record<string, number> = {};
  const open = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let index = 0; index < CALLS_PER_SECOND * seconds; index += 1) {
    const waitMs = startedAt + (index * 1000) / CALLS_PER_SECOND - performance.now();
    if (waitMs > 1) await delay(waitMs);
    const call = callOnce(pool, { tokenKey, stream: index % 2 === 0, mayFail }).then((code) => {
      counts[code] = (counts[code] ?? 0) + 1;
      open.delete(call);
    });
    open.add(call);
  }
  await Promise.all(open);
  await pool.close();
  return counts;
}

async function callOnce(
  pool: Pool,
  { tokenKey, stream, mayFail }: { tokenKey: string; stream: boolean; mayFail: boolean },
): Promise<string> {
  const body = { model: 'm', stream, messages: [{ role: 'user', content: 'Hi' }] };
  try {
    const reply = await pool.request({
      ...{ path: '/v1/chat/completions', method: 'POST', body: JSON.stringify(body) },
      headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
      signal: mayFail ? AbortSignal.timeout(PATIENCE_MS) : null,
    });
    const answered = await reply.body.text();
    if (reply.statusCode === 200 && answered.includes('Hello!')) return 'ok';
    return `${reply.statusCode} ${reply.headers['x-error-code'] ?? answered.slice(0, 100)}`;
  } catch (error) {
    return String(error);
  }
}

/** Each answer is charged once, and nothing else is. */
async function expectCharges(user: Visitor, answers: number): Promise<void> {
  const expected = OPENING_QUOTA - answers * CHAOS_POINTS;
  await eventually(async () => (await user.quota()) === expected, { withinMs: 30_000 });
}

const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const socketsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
