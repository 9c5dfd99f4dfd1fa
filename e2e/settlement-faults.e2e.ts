import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../server/test/support/databases.ts';
import { FakeUpstream, framedEvents, sendJson } from '../server/test/support/fake-upstream.ts';
import type { Fault } from '../server/test/support/fault-injector.ts';
import { isLong } from '../server/test/support/long-tests.ts';
import { expectNothingReserved, runTurnpikeCommand } from './support/books.ts';
import { eventually, killAndRestart, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const OPENING = 1_000_000;
/** Charge of a whole answer: 9 tokens of input at 1, 2 of output at 3. */
const CALL_POINTS = 15;
const preload = new URL('../server/test/support/fault-injector.ts', import.meta.url);

interface Step {
  name: string;
  place: Fault['place'];
  statement: string;
  /** Whether a call is stored if the process ends before or after the step. */
  isKept: { before: boolean; after: boolean };
}

const outboxStep = (name: string, statement: string, isKeptAfter = false): Step => ({
  ...{ name, place: 'outbox', statement, isKept: { before: false, after: isKeptAfter } },
});
const forgetting = (name: string, statement: string): Step => ({
  ...{ name, place: 'outbox', statement, isKept: { before: true, after: true } },
});
const databaseStep = (name: string, statement: string): Step => ({
  ...{ name, place: 'database', statement, isKept: { before: true, after: true } },
});

/** From the end of an answer to the ledger and back, in this order. */
const steps: Step[] = [
  outboxStep('the outbox is opened for a charge', 'begin immediate'),
  outboxStep('the charge is put into the outbox', 'insert into outbox_rows'),
  outboxStep('the outbox keeps the charge', 'commit', true),
  databaseStep('the position is read', 'select "last_number" from "outbox_positions"'),
  databaseStep('the position is raised', 'update "outbox_positions"'),
  databaseStep('the balance is taken', 'update "users"'),
  databaseStep('the ledger is written', 'insert into "ledger"'),
  databaseStep('the head of the ledger is written', 'update "ledger_accounts"'),
  databaseStep('the key is counted', 'update "tokens"'),
  databaseStep('the channel is counted', 'update "channels"'),
  databaseStep('the statistics are written', 'insert into "statistics'),
  databaseStep('the log row is written', 'insert into "logs"'),
  databaseStep('the database keeps the charge', 'commit'),
  forgetting('the outbox forgets the charge', 'delete from outbox_rows'),
];

/**
 * Each needs a start of the process. The steps of one transaction between its ends differ in nothing, and those of the
 * outbox have nothing to do with the engine.
 */
const killedSteps = ({ name }: { name: string }): readonly Step[] =>
  isLong
    ? steps
    : steps.filter(
        ({ place, statement }) =>
          (place === 'database' || name === 'SQLite') && /outbox_rows|^commit|"ledger"/.test(statement),
      );

/** The engines differ in how a transaction ends. */
const failedSteps = ({ name }: { name: string }): readonly Step[] =>
  isLong || name === 'SQLite' ? steps : steps.filter(({ statement }) => /"ledger"|^commit/.test(statement));

describe.each(databases)('a fault between the answer and the ledger on $name', (engine) => {
  let dataDir: string;
  let faultFile: string;
  let upstream: FakeUpstream;
  let database: Awaited<ReturnType<typeof engine.open>>;
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let user: Visitor;
  let tokenKey: string;
  let env: Record<string, string>;
  /** Calls that must be charged by now. */
  let keptCalls: number;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
    faultFile = join(dataDir, 'fault.json');
    upstream = await FakeUpstream.start();
    upstream.does((response, { body }) => {
      if (body.stream !== true) return sendJson(response, 200, whole);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(framedEvents('openai-chat/hello.chunks.txt').join(''));
    });
    database = await engine.openEmpty();
    env = {
      ...{ NODE_OPTIONS: `--import ${preload.href}`, FAULT_FILE: faultFile },
      ...(database.url !== null && { DATABASE_URL: database.url }),
    };
    ({ turnpike, root } = await startSite({ dataDir, env }));
    await root.liftRateLimit();
    await root.createChannel({ base_url: upstream.url, models: 'm,rest' });
    await root.createPrice('m', 1, 3);
    user = await root.createUser('ann', OPENING);
    ({ key: tokenKey } = await user.createToken());
    keptCalls = 0;
    await callAndCount();
  });
  afterAll(async () => {
    await turnpike.kill();
    await upstream.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('a killed process: what was kept is charged once, and nothing else', async () => {
    const whens = isLong ? (['before', 'after'] as const) : (['after'] as const);
    for (const step of killedSteps(engine))
      for (const when of whens)
        await test(step, { when, deed: 'kill' }, async () => {
          await tryToCall();
          await struck();
          await restart();
          if (step.isKept[when]) keptCalls += 1;
        });
  });

  it('a process that is killed while a call is held: nothing is charged, nothing stays held', async () => {
    const asked = Promise.withResolvers<void>();
    upstream.does(() => asked.resolve());
    const call = tryToCall();
    await asked.promise;
    await restart();
    await call;
    upstream.does((response) => sendJson(response, 200, whole));
    await expectBooks('a held call');
  });

  it('a writing thread that ends: the process ends with it, and the next start writes the charge', async () => {
    for (const step of steps.filter(({ place, statement }) => place === 'database' && statement !== 'commit'))
      if (isLong || /ledger"/.test(step.statement))
        await test(step, { when: 'after', deed: 'end the thread' }, async () => {
          await tryToCall();
          await struck();
          await restart();
          keptCalls += 1;
        });
  });

  it('a write that fails, or whose answer is lost: it is made again, and charged once', async () => {
    for (const step of failedSteps(engine))
      for (const when of ['before', 'after'] as const) {
        // The outbox's file is on this machine: no answer of it is lost.
        if (step.place === 'outbox' && when === 'after') continue;
        const isRefused = step.place === 'outbox' && !step.isKept.before;
        await test(step, { when, deed: 'fail' }, async () => {
          const status = await tryToCall();
          await struck();
          expect(status).toBe(isRefused ? 503 : 200);
          if (!isRefused) keptCalls += 1;
          await eventually(async () => (await health()).status === 'ok');
        });
      }
  });

  it('an outbox that cannot be written when a part of an answer has left: the charge waits for it', async () => {
    for (const step of steps.slice(0, 3))
      await test(step, { when: 'before', deed: 'fail' }, async () => {
        await tryToCall(true);
        await struck();
        keptCalls += 1;
        await eventually(async () => (await health()).status === 'ok');
      });
  });

  it('all of these leave the ledger right and nothing held', async () => {
    const report = await runTurnpikeCommand(['ledger', 'verify', '--full'], {
      TURNPIKE_DATA_DIR: dataDir,
      ...(database.url !== null && { DATABASE_URL: database.url }),
    });
    expect(report).toContain('The ledger is right');
    await expectNothingReserved({ turnpike, root, user, tokenKey });
  });

  /** Arms a fault, lets it happen, and looks at the books. */
  async function test(
    { name, place, statement }: Step,
    { when, deed }: Pick<Fault, 'when' | 'deed'>,
    story: () => Promise<void>,
  ): Promise<void> {
    const fault: Fault = { place, statement, when, deed };
    writeFileSync(faultFile, JSON.stringify(fault));
    try {
      await story();
      await expectBooks(`${when}: ${name}`);
      await callAndCount();
    } catch (error) {
      throw new Error(`${deed}, ${when}: ${name}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** @returns its status; null where nobody answered */
  async function tryToCall(stream = false): Promise<number | null> {
    try {
      const reply = await fetch(`${turnpike.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'Say hello' }] }),
      });
      await reply.text();
      return reply.status;
    } catch {
      return null;
    }
  }

  async function callAndCount(): Promise<void> {
    expect(await tryToCall()).toBe(200);
    keptCalls += 1;
    await expectBooks('a call without a fault');
  }

  const struck = (): Promise<boolean> => eventually(async () => !existsSync(faultFile));

  async function restart(): Promise<void> {
    turnpike = await killAndRestart(turnpike, env);
  }

  const health = async () =>
    (await (await fetch(`${turnpike.url}/healthz`)).json()) as {
      status: string;
      settlements: { waiting: number; rejected: number };
    };

  /** Everything is written, and is what was kept: no call twice, none lost, the balance as the log says. */
  async function expectBooks(what: string): Promise<void> {
    await eventually(async () => (await health()).settlements.waiting === 0);
    const rows = await user.callRows();
    const charged = rows.filter(({ quota }) => quota > 0);
    expect([what, charged.map(({ quota }) => quota)]).toEqual([
      what,
      Array.from({ length: keptCalls }, () => CALL_POINTS),
    ]);
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(rows.length);
    expect(await user.quota()).toBe(OPENING - keptCalls * CALL_POINTS);
    expect((await health()).settlements.rejected).toBe(0);
  }
});

const whole = JSON.stringify({
  ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
});
