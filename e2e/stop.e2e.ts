import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, framedEvents, sendJson } from '../server/test/support/fake-upstream.ts';
import { isLong } from '../server/test/support/long-tests.ts';
import { eventually, ROOT_NAME, rootEnvironment, startSite, Visitor } from './support/site.ts';
import { freePort } from './support/turnpike-process.ts';

/** A service manager's, and with `--long` that of a closed terminal. */
const signals = (['SIGTERM', 'SIGHUP'] as const).slice(0, isLong ? 2 : 1);
const rootDir = join(import.meta.dirname, '..');
/** Longer than signals that come together may take. */
const ANSWER_MS = 2_500;
/** Half of them are streams. */
const CALLS = 40;
/** The console may have to be built first. */
const START_MS = 180_000;
const whole = {
  ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
};

/** As a service manager does it: to npm, the start script and the gateway at the same time. */
describe('a stop by a signal to the whole process group', () => {
  let dataDir: string;
  let upstream: FakeUpstream;
  let group: ChildProcess | null = null;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
    upstream = await FakeUpstream.start();
    upstream.does(async (response, { body }) => {
      if (body.stream !== true) {
        await wait(ANSWER_MS);
        return sendJson(response, 200, JSON.stringify(whole));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const events = framedEvents('openai-chat/hello.chunks.txt');
      for (const event of events) {
        response.write(event);
        await wait(ANSWER_MS / events.length);
      }
      response.end();
    });
  });
  afterEach(async () => {
    if (group?.pid !== undefined && group.exitCode === null && group.signalCode === null)
      process.kill(-group.pid, 'SIGKILL');
    await upstream.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(signals)('lets running calls end, and loses none: %s', async (signal) => {
    const port = await freePort();
    const env = { ...rootEnvironment, HOST: '127.0.0.1', PORT: String(port), TURNPIKE_DATA_DIR: dataDir };
    const started = spawn('npm', ['start'], {
      ...{ cwd: rootDir, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
      // A console that is built now is built for users, not for tests.
      env: { ...process.env, ...env, NODE_ENV: undefined },
    });
    group = started;
    let output = '';
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (data: Buffer) => {
        output += data.toString();
      });
    const url = `http://127.0.0.1:${port}`;
    const isUp = () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(isUp, { withinMs: START_MS });
    const root = await Visitor.signIn(url, ROOT_NAME);
    await root.createChannel({ base_url: upstream.url, models: 'm' });
    await root.createPrice('m', 1, 3);
    const { key } = await root.createToken();
    const ask = async (stream: boolean) => {
      const reply = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'Hi' }] }),
      });
      return { status: reply.status, text: await reply.text() };
    };
    const calls = Array.from({ length: CALLS }, async (_, at) => {
      const stream = at % 2 === 1;
      return { stream, ...(await ask(stream)) };
    });
    await eventually(async () => upstream.received.length === CALLS);

    const ended = once(started, 'exit');
    // Nothing can be written any more where a terminal was.
    if (signal === 'SIGHUP') for (const stream of [started.stdout, started.stderr]) stream?.destroy();
    process.kill(-(started.pid as number), signal);
    for (const { stream, status, text } of await Promise.all(calls)) {
      expect(status).toBe(200);
      if (stream) expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
      else expect(JSON.parse(text)).toEqual(whole);
    }
    await eventually(async () => !(await isUp()));
    const [code] = await ended;
    if (signal === 'SIGTERM') expect(code).toBe(0);
    if (signal === 'SIGTERM') expect(output).toContain(`Waiting for ${CALLS} calls to finish`);

    const again = await startSite({ dataDir });
    const rows = await eventually(async () => {
      const found = await again.root.callRows();
      return found.length === CALLS && found;
    });
    for (const { quota, ended_by } of rows) expect([quota, ended_by]).toEqual([15, 'completed']);
    await again.turnpike.stop();
  });
});
