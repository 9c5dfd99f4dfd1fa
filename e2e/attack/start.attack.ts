import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMasterKey, makeMasterKey } from '../../server/src/platform/secrets/secret-box.ts';
import { readSettings } from '../../server/src/settings/settings.ts';
import { createTestDatabase } from '../../server/test/support/postgres.ts';
import { runTurnpikeCommand } from '../support/books.ts';
import { startUntilEnd } from '../support/ended-start.ts';
import { eventually, startSite } from '../support/site.ts';
import { type AttackSite, attack, booksOf, CALL_POINTS, EFFORT } from './attack-site.ts';
import { canMountDisk, fillDisk, mountSmallDisk } from './small-disk.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }] };

attack(
  'takes the secret key away, or puts another one there, beside a database that needs it',
  async (site) => {
    const ann = await site.account('ann');
    const keyFile = join(site.dataDir, 'secret.key');
    const key = readFileSync(keyFile, 'utf8');
    const reveal = () => ann.person.ask('POST', `/api/token/${ann.tokenId}/reveal`);

    await expectSentence(site, {}, /^Another Turnpike process uses/);
    await startBeside(site);
    expect((await site.chat(ann.tokenKey, hello)).status).toBe(200);
    await site.turnpike.kill();

    rmSync(keyFile);
    await expectSentence(site, {}, /^The file secret\.key is missing.*TURNPIKE_NEW_SECRET_KEY=yes/);
    expect(existsSync(keyFile)).toBe(false);
    const other = randomBytes(32).toString('hex');
    for (const [text, sentence] of [
      [`${other}\n`, /^The secret key does not open/],
      ['', /^The key file is damaged/],
    ] as const) {
      writeFileSync(keyFile, text);
      await expectSentence(site, {}, sentence);
      expect(readFileSync(keyFile, 'utf8')).toBe(text);
    }
    if (canMountDisk) await startOnReadOnlyDisk(site);

    // Nothing was changed by all this: the right key opens everything.
    writeFileSync(keyFile, key);
    await site.restart('kill');
    expect((await site.chat(ann.tokenKey, hello)).status).toBe(200);
    expect(site.upstream.received.at(-1)?.headers.authorization).toBe('Bearer upstream-key');
    expect(await reveal()).toMatchObject({ status: 200, body: { data: { key: ann.tokenKey } } });

    await site.turnpike.kill();
    rmSync(keyFile);
    const { dataDir, turnpike } = site;
    const env = { ...site.env, TURNPIKE_NEW_SECRET_KEY: 'yes' };
    Object.assign(site, await startSite({ env, dataDir, port: turnpike.port }));
    // A channel whose key is lost serves nothing.
    expect((await site.chat(ann.tokenKey, hello)).status).toBe(404);
    expect((await reveal()).body.code).toBe('token.key_lost');
    const channels = await site.root.call<{ data: { id: number }[] }>('GET', '/api/channel/');
    for (const { id } of channels.data)
      await site.root.call('PUT', '/api/channel/', { id, key: 'upstream-key' });
    expect((await site.chat(ann.tokenKey, hello)).status).toBe(200);
  },
);

attack(
  'kills the process again and again while it starts',
  async (site) => {
    const ann = await site.account('ann');
    const calls = Array.from({ length: 30 * EFFORT }, () => site.chat(ann.tokenKey, hello));
    const answered = (await Promise.all(calls)).filter(({ status }) => status === 200).length;
    const startedAtMs = performance.now();
    await site.restart('kill');
    const startMs = performance.now() - startedAtMs;

    // Spread over a whole start, however long one takes here.
    const count = 2 * EFFORT;
    const moments = Array.from({ length: count }, (_, index) =>
      Math.ceil(((index + 1) * startMs) / (count + 1)),
    );
    await site.turnpike.kill();
    for (const killAfterMs of moments) await startUntilEnd(environmentOf(site), { killAfterMs });
    await site.restart('kill');
    const { quotaOf } = await booksOf(site);
    await eventually(async () => (await quotaOf('ann')) === ann.openingQuota - answered * CALL_POINTS);

    await killFirstStart(site, moments);
  },
  { timeoutMs: 120_000 * EFFORT },
);

/** Dies at different moments of a first start, in the middle of making tables, rows and the secret key. */
async function killFirstStart({ databaseUrl }: AttackSite, moments: number[]): Promise<void> {
  const database = databaseUrl === null ? null : await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-first-'));
  const env = { TURNPIKE_DATA_DIR: dataDir, ...(database !== null && { DATABASE_URL: database.url }) };
  try {
    for (const killAfterMs of moments) await startUntilEnd(env, { killAfterMs });
    // PostgreSQL may need a moment to notice that the last one is gone.
    const { turnpike, root } = await eventually(
      () => startSite({ env, dataDir }).catch((error) => expectIsTaken(error)),
      { withinMs: 30_000 },
    );
    const user = await root.createUser('first', 500);
    expect(await user.quota()).toBe(500);
    expect(await turnpike.stop()).toBe(0);
    expect(await runTurnpikeCommand(['ledger', 'verify'], env)).toContain('The ledger is right');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await database?.drop();
  }
}

function expectIsTaken(error: Error): undefined {
  expect(error.message).toContain('Another Turnpike process uses this database');
}

const environmentOf = ({ dataDir, env }: AttackSite) => ({ TURNPIKE_DATA_DIR: dataDir, ...env });

async function expectSentence(
  site: AttackSite,
  env: Record<string, string>,
  sentence: RegExp,
): Promise<void> {
  const { code, stdout, stderr } = await startUntilEnd({ ...environmentOf(site), ...env });
  expect(stderr).toMatch(sentence);
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
    code: 1,
    stdout: '',
    lines: 1,
  });
}

/** A data folder of its own, and the same port or the same database. */
async function startBeside(site: AttackSite): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-beside-'));
  const env = { TURNPIKE_DATA_DIR: dataDir, PORT: String(site.turnpike.port) };
  await expectSentence(
    site,
    env,
    site.databaseUrl === null ? /^Port \d+ is in use/ : /^Another Turnpike process uses this database/,
  );
  rmSync(dataDir, { recursive: true, force: true });
}

/** The data as it is, on a disk that turned read-only. */
async function startOnReadOnlyDisk(site: AttackSite): Promise<void> {
  const { path, remove } = mountSmallDisk();
  try {
    cpSync(site.dataDir, path, { recursive: true });
    execFileSync('mount', ['-o', 'remount,ro', path], { stdio: 'pipe' });
    await expectSentence(site, { TURNPIKE_DATA_DIR: path }, /^The data folder cannot be written/);
  } finally {
    remove();
  }
}

it.skipIf(!canMountDisk)(
  'fills the disk while the secret key is made, so that no later start can read it',
  () => {
    const { path, remove } = mountSmallDisk();
    try {
      const makeRoom = fillDisk(path);
      expect(() => makeMasterKey({ dataDir: path })).toThrow(/^The key file cannot be used/);
      expect(findMasterKey({ dataDir: path, secretKey: null })).toBe(null);
      makeRoom();
      expect(findMasterKey({ dataDir: path, secretKey: null })).toBe(null);
      const key = makeMasterKey({ dataDir: path });
      expect(findMasterKey({ dataDir: path, secretKey: null })).toEqual(key);
    } finally {
      remove();
    }
  },
);

describe('garbage in a setting', () => {
  const rows = readFileSync(new URL('../../docs/guides/configuration.md', import.meta.url), 'utf8').matchAll(
    /^\| `([A-Z_]+)` \|/gm,
  );
  const names = [...rows].map(([, name = '']) => name);
  /** Invalid values of settings that accept many texts, with the other settings that they need. */
  const special: Record<string, Record<string, string>> = {
    HOST: { HOST: 'no such host' },
    TURNPIKE_DATA_DIR: { TURNPIKE_DATA_DIR: '/proc/nowhere' },
    TURNPIKE_ROOT_USERNAME: { TURNPIKE_ROOT_USERNAME: '\u0001', TURNPIKE_ROOT_PASSWORD: 'long enough' },
    TURNPIKE_ROOT_PASSWORD: { TURNPIKE_ROOT_USERNAME: 'owner', TURNPIKE_ROOT_PASSWORD: 'short' },
    TURNPIKE_ROOT_PASSWORD_FILE: {
      ...{ TURNPIKE_ROOT_USERNAME: 'owner', TURNPIKE_ROOT_PASSWORD_FILE: '/proc/nowhere' },
    },
  };
  const spoken: Record<string, RegExp> = {
    HOST: /^Cannot listen on no such host/,
    TURNPIKE_DATA_DIR: /^The data folder cannot be written: \/proc\/nowhere/,
  };

  it('stops the start with one sentence that names the setting, for each in the guide', async () => {
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) await expectNamed(name);
  });

  async function expectNamed(name: string): Promise<void> {
    const given = special[name] ?? { [name]: '\u202egarbage; --' };
    try {
      readSettings(given);
    } catch (error) {
      expect(error).toMatchObject({ name: 'StartError', message: expect.stringContaining(name) });
      return;
    }
    // A value that the settings accept is refused where it is used.
    const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-garbage-'));
    const { code, stderr } = await startUntilEnd({ TURNPIKE_DATA_DIR: dataDir, ...given });
    rmSync(dataDir, { recursive: true, force: true });
    expect({ name, code, stderr }).toEqual({
      ...{ name, code: 1 },
      stderr: expect.stringMatching(spoken[name] ?? new RegExp(`^[^\\n]*${name}[^\\n]*\\n$`)),
    });
  }
});
