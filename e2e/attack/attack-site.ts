import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anyDatabase, databases } from '../../server/test/support/databases.ts';
import { FakeUpstream } from '../../server/test/support/fake-upstream.ts';
import { isLong } from '../../server/test/support/long-tests.ts';
import { runTurnpikeCommand } from '../support/books.ts';
import { eventually, startSite, type TokenLimits, type Visitor } from '../support/site.ts';
import type { TurnpikeProcess } from '../support/turnpike-process.ts';

/** Charge of one whole answer of the upstream: 9 input tokens at 1 and 2 output tokens at 3. */
export const CALL_POINTS = 15;

/** `npm run test:attack -- --long` makes attacks larger and longer by this factor. */
export const EFFORT = isLong ? 10 : 1;

export interface Account {
  person: Visitor;
  tokenId: number;
  tokenKey: string;
  openingQuota: number;
}

/** The built product on one database, an attacker, and a victim who only wants to be served and charged right. */
export interface AttackSite {
  turnpike: TurnpikeProcess;
  root: Visitor;
  /** Serves the model `m`; its address is asked by a channel named `upstream`. */
  upstream: FakeUpstream;
  /** PostgreSQL address; null for SQLite. */
  databaseUrl: string | null;
  dataDir: string;
  env: Record<string, string>;
  account(name: string, given?: { quota?: number; token?: TokenLimits }): Promise<Account>;
  /** Posts a chat call as it is. */
  chat(tokenKey: string, body: object | string, options?: ChatOptions): Promise<Response>;
  /** Stops the process in the given way and starts it again on the same data. */
  restart(how: 'stop' | 'kill'): Promise<void>;
}

export interface ChatOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export interface AttackOptions {
  env?: Record<string, string>;
  /** Makes the data folder, for example on a small disk; answers its path and how to remove it. */
  dataDir?: () => { path: string; remove: () => void };
  /** The attack is about one engine, or about transactions; left out, one of them, with `--long` each. */
  engines?: 'SQLite' | 'PostgreSQL' | 'both';
  timeoutMs?: number;
}

type Engine = (typeof databases)[number];
type Story = (site: AttackSite) => Promise<void>;

const hello = (model = 'm') => ({ model, messages: [{ role: 'user', content: 'Say hello' }] });

/**
 * One attack. Afterwards the books must agree, another user's call must be charged exactly, and the
 * product must start again.
 */
export function attack(title: string, story: Story, options: AttackOptions = {}): void {
  describe.each(enginesOf(options))('$name', (engine) => {
    it(
      title,
      async () => {
        const database = await engine.openEmpty();
        const folder = (options.dataDir ?? freshFolder)();
        const upstream = await FakeUpstream.start();
        const env = { ...(database.url !== null && { DATABASE_URL: database.url }), ...options.env };
        const site = await startAttackSite({
          upstream,
          env,
          dataDir: folder.path,
          databaseUrl: database.url,
        });
        try {
          const victim = await site.account('victim');
          await story(site);
          upstream.plays('openai-chat/hello.json');
          await expectServedAndCharged(site, victim);
          await site.restart('stop');
          await expectServedAndCharged(site, { ...victim, openingQuota: victim.openingQuota - CALL_POINTS });
          await expectLedgerIsRight(site);
        } catch (error) {
          // The output of the process would be lost otherwise.
          console.log(`The product printed:\n${site.turnpike.output().slice(-4000)}`);
          throw error;
        } finally {
          await site.turnpike.kill();
          await upstream.stop();
          folder.remove();
          await database.drop();
        }
      },
      options.timeoutMs,
    );
  });
}

function enginesOf({ engines }: AttackOptions): readonly Engine[] {
  if (engines === undefined) return anyDatabase;
  return databases.filter(({ name }) => engines === 'both' || engines === name);
}

function freshFolder() {
  const path = mkdtempSync(join(tmpdir(), 'turnpike-attack-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

async function startAttackSite(given: {
  upstream: FakeUpstream;
  env: Record<string, string>;
  dataDir: string;
  databaseUrl: string | null;
}): Promise<AttackSite> {
  const { upstream, env, dataDir, databaseUrl } = given;
  const started = await startSite({ env, dataDir });
  upstream.plays('openai-chat/hello.json');
  await started.root.liftRateLimit();
  await started.root.createChannel({ base_url: upstream.url, models: 'm' });
  await started.root.createPrice('m', 1, 3);
  const site: AttackSite = {
    ...{ ...started, upstream, env, dataDir, databaseUrl },
    async account(name, { quota = 1_000_000, token = {} } = {}) {
      const person = await site.root.createUser(name, quota);
      const { id, key } = await person.createToken(token);
      return { person, tokenId: id, tokenKey: key, openingQuota: quota };
    },
    chat(tokenKey, body, { signal, headers = {} } = {}) {
      return fetch(`${site.turnpike.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(signal && { signal }),
      });
    },
    async restart(how) {
      const { port } = site.turnpike;
      await site.turnpike[how]();
      Object.assign(site, await startSite({ env, dataDir, port }));
    },
  };
  return site;
}

async function expectServedAndCharged(site: AttackSite, { tokenKey, openingQuota }: Account): Promise<void> {
  const answer = await site.chat(tokenKey, hello());
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Hello!')]);
  const { quotaOf } = await booksOf(site);
  await eventually(async () => (await quotaOf('victim')) === openingQuota - CALL_POINTS, {
    withinMs: 20_000,
  });
}

/** Balances as the database holds them, read by root. */
export async function booksOf({ root }: AttackSite) {
  const user = async (name: string) => {
    const { data } = await root.call<{ data: { username: string; quota: number; id: number }[] }>(
      'GET',
      `/api/user/?keyword=${name}`,
    );
    const found = data.find(({ username }) => username === name);
    if (found === undefined) throw new Error(`there is no user ${name}`);
    return found;
  };
  return { quotaOf: async (name: string) => (await user(name)).quota };
}

/** Replays the ledger next to the running gateway, once everything is written. */
export async function expectLedgerIsRight(site: AttackSite): Promise<void> {
  await eventually(async () => (await healthOf(site)).settlements.waiting === 0, { withinMs: 30_000 });
  const env = { ...site.env, TURNPIKE_DATA_DIR: site.dataDir };
  expect(await runTurnpikeCommand(['ledger', 'verify', '--full'], env)).toContain('The ledger is right');
}

export async function healthOf({ turnpike }: Pick<AttackSite, 'turnpike'>): Promise<{
  status: string;
  settlements: { waiting: number; rejected: number };
}> {
  return (await (await fetch(`${turnpike.url}/healthz`)).json()) as never;
}
