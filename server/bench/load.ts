import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';

export interface LoadTarget {
  origin: string;
  token: string;
  /** The request; a chat completion by default. */
  call?: { path: string; body: object };
}

/** A measured process. */
export interface Side extends LoadTarget {
  pid: number;
}

export interface LoadResult {
  calls: number;
  failures: number;
  events: number;
  seconds: number;
  /** Sorted milliseconds of each call. */
  latenciesMs: number[];
}

/** @param user selects how the upstream streams: `hold` without an end, `fast` without a pause */
const bodyOf = (stream: boolean, user?: 'hold' | 'fast'): string =>
  JSON.stringify({
    model: 'bench',
    messages: [{ role: 'user', content: 'Say a hundred words about toll roads.' }],
    max_tokens: 100,
    stream,
    ...(user && { user }),
  });

async function callOnce(
  pool: Pool,
  { token, call }: LoadTarget,
  stream: boolean,
): Promise<{ ok: boolean; bytes: Buffer[] }> {
  const { statusCode, body } = await pool.request({
    path: call?.path ?? '/v1/chat/completions',
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: call === undefined ? bodyOf(stream) : JSON.stringify(call.body),
  });
  const bytes: Buffer[] = [];
  for await (const piece of body) bytes.push(piece as Buffer);
  return { ok: statusCode === 200, bytes };
}

function countEvents(bytes: Buffer[]): number {
  const text = Buffer.concat(bytes).toString('latin1');
  let count = 0;
  for (let at = text.indexOf('data:'); at !== -1; at = text.indexOf('data:', at + 5)) count += 1;
  return count;
}

/** `parallel` callers, each making one call after the other, until the time is over or the calls are made. */
export async function closedLoad(
  target: LoadTarget,
  {
    parallel,
    seconds = Number.POSITIVE_INFINITY,
    calls = Number.POSITIVE_INFINITY,
    stream,
  }: { parallel: number; seconds?: number | undefined; calls?: number | undefined; stream: boolean },
): Promise<LoadResult> {
  const pool = new Pool(target.origin, { connections: parallel });
  const result: LoadResult = { calls: 0, failures: 0, events: 0, seconds: 0, latenciesMs: [] };
  const start = performance.now();
  const until = start + seconds * 1000;
  let started = 0;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (started < calls && performance.now() < until) {
        started += 1;
        const before = performance.now();
        const { ok, bytes } = await callOnce(pool, target, stream).catch(() => ({ ok: false, bytes: [] }));
        result.latenciesMs.push(performance.now() - before);
        result.calls += 1;
        if (!ok) result.failures += 1;
        if (stream) result.events += countEvents(bytes);
      }
    }),
  );
  result.seconds = (performance.now() - start) / 1000;
  result.latenciesMs.sort((a, b) => a - b);
  await pool.close();
  return result;
}

/** A fixed number of calls a second, whatever the answers do. */
export async function openLoad(
  target: LoadTarget,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<LoadResult> {
  const pool = new Pool(target.origin, { connections: 64 });
  const result: LoadResult = { calls: 0, failures: 0, events: 0, seconds, latenciesMs: [] };
  const open: Promise<void>[] = [];
  const start = performance.now();
  for (let i = 0; i < perSecond * seconds; i += 1) {
    const due = start + (i * 1000) / perSecond;
    const pause = due - performance.now();
    if (pause > 0.5) await wait(pause);
    const before = performance.now();
    open.push(
      callOnce(pool, target, false).then(
        ({ ok }) => {
          result.latenciesMs.push(performance.now() - before);
          result.calls += 1;
          if (!ok) result.failures += 1;
        },
        () => {
          result.failures += 1;
        },
      ),
    );
  }
  await Promise.all(open);
  result.latenciesMs.sort((a, b) => a - b);
  await pool.close();
  return result;
}

/** Opens streams that never end and reads them until `close`. */
export async function holdStreams(target: LoadTarget, count: number): Promise<{ close(): Promise<void> }> {
  const pool = new Pool(target.origin, { connections: count });
  const aborts: AbortController[] = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      const abort = new AbortController();
      aborts.push(abort);
      const { body } = await pool.request({
        path: '/v1/chat/completions',
        method: 'POST',
        headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
        body: bodyOf(true, 'hold'),
        signal: abort.signal,
      });
      body.on('error', () => {});
      body.resume();
    }),
  );
  return {
    async close() {
      for (const abort of aborts) abort.abort();
      await pool.destroy();
    },
  };
}

/**
 * Asks for `GET /healthz` again and again while fast streams run.
 * @returns milliseconds of each answer
 */
export async function healthBesideStreams(target: LoadTarget, streams: number): Promise<number[]> {
  const pool = new Pool(target.origin, { connections: streams + 1 });
  let running = streams;
  const all = Promise.all(
    Array.from({ length: streams }, async () => {
      const { statusCode, body } = await pool.request({
        path: '/v1/chat/completions',
        method: 'POST',
        headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
        body: bodyOf(true, 'fast'),
      });
      await body.dump({ limit: Number.MAX_SAFE_INTEGER });
      running -= 1;
      if (statusCode !== 200) throw new Error(`a fast stream of the benchmark was answered ${statusCode}`);
    }),
  );
  const latenciesMs: number[] = [];
  while (running > 0) {
    const before = performance.now();
    const { body } = await pool.request({ path: '/healthz', method: 'GET' });
    await body.dump();
    latenciesMs.push(performance.now() - before);
    await wait(2);
  }
  await all;
  await pool.close();
  return latenciesMs;
}

/** The smallest value that this share of all does not exceed. */
export const quantile = (sorted: number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
