import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { databases } from '../server/test/support/databases.ts';
import { isLong } from '../server/test/support/long-tests.ts';
import {
  MAIL_ACCOUNT,
  MAIL_PASSWORD,
  type MailHost,
  startMailHost,
} from '../server/test/support/mail-host.ts';
import { query } from '../server/test/support/postgres-server.ts';
import { eventually, ROOT_NAME, rootEnvironment, Visitor } from './support/site.ts';
import { startTurnpike, type TurnpikeProcess } from './support/turnpike-process.ts';

/** The monotonic clock of the processes runs so much faster, and leases with it. Timers are real. */
const SPEED = 10;
const LEASE_MS = 60_000 / SPEED;
/** A stop leaves a mail in progress 5 seconds, and jobs 8. */
const STOP_MS = 9_000;
/** The server of mails notices the end of a client a moment later. */
const CLOSING_MS = 200;
const fastClock = `data:text/javascript,const now=performance.now.bind(performance);performance.now=()=>now()*${SPEED}`;

/**
 * A database that gives each process the lock of the only one. Gateways do not share a database yet, because holds are
 * kept in memory. The runner is made for several processes already.
 */
const sharedLock = [
  `create function public.pg_try_advisory_lock(bigint) returns boolean language sql as 'select true'`,
  `do $$ begin
    execute format('alter database %I set search_path to public, pg_catalog', current_database());
  end $$`,
];

const [sqlite, postgres] = databases;
type Engine = (typeof databases)[number];

/** Processes of one site, all with its database and its server of mails. */
class MailingSite {
  readonly host: MailHost;
  readonly #test: TestContext;
  readonly #databaseUrl: string | null;
  #network = 0;

  private constructor(
    test: TestContext,
    { host, databaseUrl }: { host: MailHost; databaseUrl: string | null },
  ) {
    this.#test = test;
    this.host = host;
    this.#databaseUrl = databaseUrl;
  }

  /** All of it ends with the test. */
  static async open(
    test: TestContext,
    engine: Engine,
  ): Promise<{ site: MailingSite; first: TurnpikeProcess }> {
    const database = await engine.openEmpty();
    test.onTestFinished(() => database.drop());
    for (const statement of sharedLock) if (database.url !== null) await query(database.url, statement);
    const host = await startMailHost();
    test.onTestFinished(() => host.stop());
    const site = new MailingSite(test, { host, databaseUrl: database.url });
    const first = await site.start();
    const root = await Visitor.signIn(first.url, ROOT_NAME);
    const options = {
      ...{ SMTPServer: '127.0.0.1', SMTPPort: String(host.port), SMTPAccount: MAIL_ACCOUNT },
      ...{ SMTPToken: MAIL_PASSWORD, SMTPFrom: 'gateway@site.test' },
      ...{ RegisterEnabled: 'true', EmailVerificationEnabled: 'true' },
    };
    await root.call('PUT', '/api/option/batch', {
      options: Object.entries(options).map(([key, value]) => ({ key, value })),
    });
    return { site, first };
  }

  async start(earlier?: TurnpikeProcess): Promise<TurnpikeProcess> {
    const turnpike = await startTurnpike({
      dataDir: earlier?.dataDir ?? this.#makeDataDir(),
      ...(earlier && { port: earlier.port }),
      env: {
        ...rootEnvironment,
        NODE_OPTIONS: `--import=${encodeURI(fastClock)}`,
        TURNPIKE_SECRET_KEY: 'a key that all processes of the site have',
        TURNPIKE_TRUSTED_PROXIES: '127.0.0.1',
        ...(this.#databaseUrl !== null && { DATABASE_URL: this.#databaseUrl }),
      },
    });
    this.#test.onTestFinished(() => turnpike.kill());
    return turnpike;
  }

  #makeDataDir(): string {
    const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
    this.#test.onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    return dataDir;
  }

  /** Has a mail sent to a visitor from a network of its own. */
  async ask({ url }: TurnpikeProcess, name: string): Promise<void> {
    this.#network += 1;
    const answer = await fetch(`${url}/api/verification`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        'x-forwarded-for': `10.0.${this.#network >> 8}.${this.#network & 255}`,
      },
      body: JSON.stringify({ email: addressOf(name), purpose: 'register' }),
    });
    expect(answer.status).toBe(200);
  }

  /** Waits for mails to arrive; one that comes twice counts twice. */
  async receives(names: readonly string[], { withinMs = 10_000 } = {}): Promise<void> {
    const expected = names.map(addressOf).sort();
    await eventually(async () => this.host.mails.length >= expected.length, { withinMs });
    expect(this.#arrived()).toEqual(expected);
  }

  #arrived(): string[] {
    return this.host.mails.map(({ to }) => to).sort();
  }

  /** A run that has mails to send opens a connection, and closes it at its end. */
  expectOneRunAtATime(): void {
    const visits = this.host.visits.toSorted((a, b) => a.fromMs - b.fromMs);
    for (const [place, { fromMs }] of visits.slice(1).entries()) {
      expect(visits[place]?.untilMs).toBeLessThan(fromMs + CLOSING_MS);
    }
  }
}

const addressOf = (name: string): string => `${name}@mail.test`;

/** Until a mail is held by a server that does not answer. */
async function holdMail(site: MailingSite, turnpike: TurnpikeProcess, name: string): Promise<void> {
  site.host.refusals.push('silence');
  await site.ask(turnpike, name);
  await eventually(async () => site.host.refusals.length === 0);
}

async function stopInTime(turnpike: TurnpikeProcess): Promise<void> {
  const fromMs = performance.now();
  expect(await turnpike.stop()).toBe(0);
  expect(performance.now() - fromMs).toBeLessThan(STOP_MS);
}

describe.concurrent('the job runner of two processes on PostgreSQL', () => {
  it('sends each mail once, whichever process queued it', async (test) => {
    const { site, first } = await MailingSite.open(test, postgres);
    const processes = [first, await site.start()];
    const names = Array.from({ length: isLong ? 300 : 40 }, (_, number) => `guest${number}`);
    for (let place = 0; place < names.length; place += 4) {
      const asked = names.slice(place, place + 4);
      await Promise.all(asked.map((name, at) => site.ask(processes[at % 2] ?? first, name)));
    }
    await site.receives(names, { withinMs: 30_000 });

    await site.ask(first, 'last');
    await site.receives([...names, 'last']);
    site.expectOneRunAtATime();
  });

  it('runs a job of a killed process again, once, when its lease has ended', async (test) => {
    const { site, first } = await MailingSite.open(test, postgres);
    const second = await site.start();
    await holdMail(site, first, 'ann');
    await first.kill();

    await site.ask(second, 'ben');
    await site.receives(['ann', 'ben'], { withinMs: 3 * LEASE_MS });
    const [killed, again] = site.host.visits;
    expect((again?.fromMs ?? 0) - (killed?.fromMs ?? 0)).toBeGreaterThan(LEASE_MS - 500);
    const third = await site.start(first);
    await site.ask(third, 'carl');
    await site.receives(['ann', 'ben', 'carl']);
    expect(site.host.visits).toHaveLength(3);
    site.expectOneRunAtATime();
  });

  it.runIf(isLong)('leaves a mail that is held at a stop to the other process', async (test) => {
    const { site, first } = await MailingSite.open(test, postgres);
    await site.start();
    await holdMail(site, first, 'ann');
    await stopInTime(first);

    await site.receives(['ann'], { withinMs: 2 * LEASE_MS });
    site.expectOneRunAtATime();
  });

  it.runIf(isLong)(
    'loses no mail when one process after the other is killed',
    { timeout: 300_000 },
    async (test) => {
      const { site, first } = await MailingSite.open(test, postgres);
      let [killed, survivor] = [first, await site.start()];
      const names: string[] = [];
      const kills = 6;
      for (let round = 0; round < kills; round += 1) {
        site.host.confirmPausesMs.push(...Array.from({ length: 20 }, () => 20));
        const asked = Array.from({ length: 20 }, (_, number) => `guest${round}x${number}`);
        names.push(...asked);
        await Promise.all(asked.map((name, at) => site.ask(at % 2 === 0 ? killed : survivor, name)));
        await new Promise((resolve) => setTimeout(resolve, 40 * round));
        await killed.kill();
        [killed, survivor] = [survivor, await site.start(killed)];
      }
      const arrived = () => new Set(site.host.mails.map(({ to }) => to));
      await eventually(async () => arrived().size === names.length, { withinMs: 4 * LEASE_MS });

      // A mail that a killed process had handed over, but not yet deleted, comes again.
      expect(site.host.mails.length - names.length).toBeLessThanOrEqual(kills);
      expect(new Set(site.host.mails.map(messageIdOf)).size).toBe(names.length);
      site.expectOneRunAtATime();
    },
  );
});

describe.concurrent('the job runner of one process on SQLite', () => {
  it('sends a mail once that was held at a stop and at a kill', async (test) => {
    const { site, first } = await MailingSite.open(test, sqlite);
    await holdMail(site, first, 'ann');
    await stopInTime(first);
    expect(site.host.mails).toEqual([]);
    const second = await site.start(first);
    // The stop has freed the lease.
    await site.receives(['ann'], { withinMs: LEASE_MS / 2 });

    await holdMail(site, second, 'ben');
    await second.kill();
    const third = await site.start(second);
    await site.receives(['ann', 'ben'], { withinMs: 3 * LEASE_MS });
    await site.ask(third, 'carl');
    await site.receives(['ann', 'ben', 'carl']);
    site.expectOneRunAtATime();
  });

  it('counts a mail as sent whose answer comes during the stop', async (test) => {
    const { site, first } = await MailingSite.open(test, sqlite);
    site.host.confirmPausesMs.push(2_000);
    await site.ask(first, 'ann');
    await site.receives(['ann']);
    await stopInTime(first);

    const second = await site.start(first);
    await site.ask(second, 'ben');
    await site.receives(['ann', 'ben']);
  });
});

const messageIdOf = ({ text }: { text: string }) => /Message-ID: (\S+)/i.exec(text)?.[1];
