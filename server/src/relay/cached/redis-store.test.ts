import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startProcessorTimer } from '../../../test/support/processor-time.ts';
import { noUsage } from '../../billing/usage.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { RedisStore } from './redis-store.ts';

const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
const PASSWORD = 'cache password';

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** scripts/install-servers.sh installs Valkey or Redis. */
describe.skipIf(program === undefined)(
  'answers in Valkey or Redis (skipped where neither is installed)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-redis-'));
    const secretBox = createSecretBox(randomBytes(32));
    const warnings: string[] = [];
    const log = { warn: (facts: object) => void warnings.push(JSON.stringify(facts)) };
    let nowMs = 0;
    const clock = { monotonicMs: () => nowMs };
    let port: number;
    let server: ChildProcess;
    let store: RedisStore;
    let raw: Redis;
    const urlWith = (password: string) => `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;

    async function startServer(): Promise<void> {
      const options = ['--port', String(port), '--dir', folder, '--save', '', '--requirepass', PASSWORD];
      server = spawn(program ?? '', [...options, '--bind', '127.0.0.1'], { stdio: 'ignore' });
      await vi.waitFor(
        async () => {
          const probe = new Redis(urlWith(PASSWORD), { lazyConnect: true, retryStrategy: () => null });
          probe.on('error', () => {});
          try {
            await probe.connect();
            await probe.ping();
          } finally {
            probe.disconnect();
          }
        },
        { timeout: 10_000 },
      );
    }

    beforeAll(async () => {
      port = await freePort();
      await startServer();
      store = await RedisStore.open(urlWith(PASSWORD), { secretBox, clock, log });
      raw = new Redis(urlWith(PASSWORD));
      raw.on('error', () => {});
      await raw.ping();
    });
    afterAll(async () => {
      await store.close();
      raw.disconnect();
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    const answer = (text: string) => ({
      ...{ bytes: Buffer.from(text), usage: { ...noUsage(), textInput: 7 }, requestId: 'req_1', madeAt: 5 },
    });
    /** The rest after a failure is over. */
    const restIsOver = () => {
      nowMs += 10_000;
    };
    const findAfterRest = (name: string) => {
      restIsOver();
      return store.find(name);
    };
    const found = async (name: string) => (await findAfterRest(name))?.bytes.toString() ?? null;
    /** Repeats what a store drops while it has no connection yet, or rests after an answer that came late. */
    const keepUntilFound = (name: string, text: string) =>
      expect
        .poll(
          () => {
            restIsOver();
            store.keep(name, answer(text), 60);
            return found(name);
          },
          { timeout: 10_000 },
        )
        .toBe(text);

    it('are found again, with their usage', async () => {
      await keepUntilFound('a', 'Hello \u0000 世界');
      expect(await found('nothing')).toBeNull();
      await expect
        .poll(() => findAfterRest('a'))
        .toMatchObject({ usage: { textInput: 7 }, requestId: 'req_1', madeAt: 5 });
    });

    it('are sealed for their name, and end by themselves', async () => {
      await keepUntilFound('b', 'a private answer');
      expect(await raw.get('turnpike:answer:b')).toMatch(/^v1:/);
      const sealed = (await raw.get('turnpike:answer:b')) ?? '';
      expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('private');
      expect(await raw.ttl('turnpike:answer:b')).toBeGreaterThan(50);
      await raw.set('turnpike:answer:c', sealed);
      expect(await found('c')).toBeNull();
      await raw.set('turnpike:answer:b', 'garbage');
      expect(await found('b')).toBeNull();
    });

    it('are not found with a wrong password, which no log shows', async () => {
      const wrong = await RedisStore.open(urlWith('another word'), { secretBox, clock, log });
      restIsOver();
      expect(await wrong.find('a')).toBeNull();
      await wrong.close();
      expect(warnings.join()).not.toMatch(/another|cache password/);
    });

    it('are missed at once while the server is away, and found when it is back', async () => {
      server.kill('SIGSTOP');
      restIsOver();
      const askedAt = performance.now();
      expect(await store.find('a')).toBeNull();
      expect(performance.now() - askedAt).toBeLessThan(500);
      const elapsed = startProcessorTimer();
      for (let index = 0; index < 1000; index += 1) await store.find('a');
      expect(elapsed()).toBeLessThan(100);
      server.kill('SIGCONT');
      await expect.poll(() => found('a'), { timeout: 10_000 }).toContain('Hello');
      server.kill('SIGKILL');
      await once(server, 'exit');
      store.keep('d', answer('x'), 60);
      expect(await found('a')).toBeNull();
      await startServer();
      await keepUntilFound('d', 'back');
    });
  },
);
