import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, expect } from 'vitest';
import { framedEvents } from '../../server/test/support/fake-upstream.ts';
import { eventually, PASSWORD, Visitor } from '../support/site.ts';
import { type AttackSite, attack, booksOf, CALL_POINTS } from './attack-site.ts';

const HOUR_MS = 3_600_000;
/** The gateway looks for calls that take too long every second; that it ends none can only be waited for. */
const LOOK_MS = 1500;
const preload = new URL('./settable-clock.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'turnpike-clock-'));
const file = join(folder, 'shift-ms');

const whole = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }] };
const stream = { ...whole, stream: true };

function setClock(shiftMs: number): void {
  writeFileSync(`${file}.new`, String(shiftMs));
  renameSync(`${file}.new`, file);
}

beforeEach(() => setClock(0));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

attack(
  'sets the clock of the machine an hour forward and back while calls run',
  async (site) => {
    const ann = await site.account('ann');
    const ben = await accountInGroup(site, { name: 'ben', requestsPerMinute: 4 });
    const cat = await accountInGroup(site, { name: 'cat', requestsPerMinute: 600 });
    await site.root.call('POST', '/api/user/', { username: 'dan', password: PASSWORD });
    const guess = { username: 'dan', password: 'a wrong guess' };
    const guesses = Array.from({ length: 15 }, () => site.root.ask('POST', '/api/user/login', guess));
    expect((await Promise.all(guesses)).map(({ status }) => status)).toContain(429);
    for (const account of [ann, ben, cat])
      expect((await site.chat(account.tokenKey, whole)).status).toBe(200);

    const running = await startCalls(site, ann.tokenKey);
    for (const shiftMs of [HOUR_MS, -HOUR_MS]) {
      setClock(shiftMs);
      expect(Math.abs((await clockOf(site)) - Date.now() - shiftMs)).toBeLessThan(HOUR_MS / 2);
      await pause(LOOK_MS);

      site.upstream.plays('openai-chat/hello.json');
      for (const account of [ann, ben, cat])
        expect((await site.chat(account.tokenKey, whole)).status).toBe(200);
      expect((await ann.person.ask('GET', '/api/user/self')).status).toBe(200);
      await Visitor.signIn(site.turnpike.url, 'ann');
    }
    await eventually(() => Visitor.signIn(site.turnpike.url, 'dan').catch(() => undefined), {
      withinMs: 60_000,
    });
    expect(await running.finish()).toEqual([
      expect.stringContaining('[DONE]'),
      expect.stringContaining('Hello!'),
    ]);

    const calls = { ann: 5, ben: 3, cat: 3 };
    const { quotaOf } = await booksOf(site);
    for (const [name, count] of Object.entries(calls))
      await eventually(async () => (await quotaOf(name)) === ann.openingQuota - count * CALL_POINTS);
    const rows = await ann.person.callRows();
    expect(rows).toHaveLength(calls.ann);
    for (const { request_time, ended_by } of rows) {
      expect(ended_by).toBe('completed');
      expect(request_time).toBeGreaterThanOrEqual(0);
      expect(request_time).toBeLessThan(HOUR_MS / 2);
    }
    for (const path of ['/api/user/dashboard', '/api/user/dashboard/rate', '/api/log/self/stat'])
      expect({ path, ...(await ann.person.ask('GET', path)) }).toMatchObject({ status: 200 });
    // It stays set back: the product starts again next to rows of an hour that is still to come.
  },
  {
    env: {
      NODE_OPTIONS: `--import=${preload}`,
      SETTABLE_CLOCK: file,
      // Far above what this takes, far below an hour.
      TURNPIKE_TOTAL_TIMEOUT: '900',
    },
  },
);

async function accountInGroup(
  site: AttackSite,
  { name, requestsPerMinute }: { name: string; requestsPerMinute: number },
) {
  const account = await site.account(name);
  const group = { symbol: name, name, ratio: 1, api_rate: requestsPerMinute, public: false };
  await site.root.call('POST', '/api/user_group/', { ...group, with_default_channels: true });
  await site.root.call('PUT', '/api/user/', { id: account.person.id, group: name });
  return account;
}

/** A stream and a whole answer that are under way. @returns lets them end and gives their texts */
async function startCalls(site: AttackSite, tokenKey: string) {
  const events = framedEvents('openai-chat/hello.chunks.txt');
  const gate = Promise.withResolvers<void>();
  const earlier = site.upstream.received.length;
  site.upstream.does(async (response, { body }) => {
    if (body.stream === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events.slice(0, 2).join(''));
      await gate.promise;
      response.end(events.slice(2).join(''));
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    await gate.promise;
    response.end(
      JSON.stringify({
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello!' } }],
        usage: { prompt_tokens: 9, completion_tokens: 2 },
      }),
    );
  });
  const calls = [site.chat(tokenKey, stream), site.chat(tokenKey, whole)];
  const texts = Promise.all(calls.map(async (call) => (await call).text()));
  // Where they are aborted, the story says so when it asks for them.
  texts.catch(() => {});
  await eventually(async () => site.upstream.received.length === earlier + 2);
  return {
    finish() {
      gate.resolve();
      return texts;
    },
  };
}

/** Wall time of the gateway in milliseconds, as it writes it down. */
async function clockOf({ root }: AttackSite): Promise<number> {
  const { created_time } = await root.createToken({ quota: 1 });
  return created_time * 1000;
}
