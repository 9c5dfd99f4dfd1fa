import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTurnpike } from './turnpike-process.ts';

const rootDir = join(import.meta.dirname, '../..');

describe('the product as a process', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('starts in an empty folder, prints a set-up code, and ends by itself on SIGTERM', async () => {
    const turnpike = await startTurnpike({ dataDir });

    expect(await turnpike.setupCode()).toMatch(/^[\d-]{10,}$/);
    const page = await fetch(turnpike.url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');

    expect(await turnpike.stop()).toBe(0);
    await expect(fetch(turnpike.url)).rejects.toThrow();
  });

  it('makes the root account from the environment, and then has no set-up code', async () => {
    const env = { TURNPIKE_ROOT_USERNAME: 'root', TURNPIKE_ROOT_PASSWORD: 'a long enough password' };
    const turnpike = await startTurnpike({ dataDir, env });

    expect(turnpike.output()).not.toMatch(/set-up code/i);
    await turnpike.stop();
  });

  it('gets the signals that "npm start" gets, and leaves nothing running', async () => {
    const start = startByNpm(dataDir);
    await start.untilPrinted(/http:\/\/\S+/);

    start.child.kill('SIGTERM');

    const [code] = await once(start.child, 'close');
    expect(code).toBe(0);
    const [, url] = /(http:\/\/\S+)/.exec(start.output()) ?? [];
    await expect(fetch(url ?? '')).rejects.toThrow();
  });
});

function startByNpm(dataDir: string) {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: rootDir,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', TURNPIKE_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  return {
    child,
    output: () => output,
    async untilPrinted(pattern: RegExp) {
      while (!pattern.test(output)) {
        if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
  };
}
