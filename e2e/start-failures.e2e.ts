import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLong } from '../server/test/support/long-tests.ts';
import { createTestDatabase } from '../server/test/support/postgres.ts';
import { query } from '../server/test/support/postgres-server.ts';
import { startUntilEnd } from './support/ended-start.ts';
import { startTurnpike } from './support/turnpike-process.ts';

describe('a start that cannot go on ends with one sentence and exit code 1', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  const expectSentence = async (env: Record<string, string>, sentence: RegExp) => {
    const { code, stdout, stderr } = await startUntilEnd({ TURNPIKE_DATA_DIR: dataDir, ...env });

    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  };

  // The other variables are tried in settings.test.ts.
  it.each([
    { name: 'PORT', value: 'three thousand', sentence: /^PORT must be a whole number/ },
    { name: 'HOST', value: '203.0.113.7', sentence: /^Cannot listen on 203\.0\.113\.7/ },
    {
      name: 'DATABASE_URL',
      value: 'postgres://x@127.0.0.1:port/y',
      sentence: /^The database in DATABASE_URL/,
    },
  ])('$name=$value', ({ name, value, sentence }) => expectSentence({ [name]: value }, sentence));

  it('a port in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });

    await expectSentence({ PORT: String(port) }, new RegExp(`^Port ${port} is in use`));

    other.close();
  });

  const dataFiles = [
    { name: 'turnpike.db', sentence: /^The database/ },
    { name: 'outbox.db', sentence: /^The outbox file cannot be used: .*outbox\.db/ },
    { name: 'lock.db', sentence: /^The lock file cannot be used: .*lock\.db/ },
  ];

  it.each(isLong ? dataFiles : dataFiles.slice(0, 1))('a damaged $name', async ({ name, sentence }) => {
    writeFileSync(join(dataDir, name), 'this is no database '.repeat(500));

    await expectSentence({}, sentence);
  });

  it('a key file that is missing beside a database with secrets', async () => {
    const env = { TURNPIKE_ROOT_USERNAME: 'owner', TURNPIKE_ROOT_PASSWORD: 'long enough' };
    await (await startTurnpike({ dataDir, env })).stop();
    const database = new DatabaseSync(join(dataDir, 'turnpike.db'));
    database.exec("insert into options (key, value) values ('SMTPToken', 'v1:sealed')");
    database.close();
    rmSync(join(dataDir, 'secret.key'));

    await expectSentence({}, /^The file secret\.key is missing.*TURNPIKE_NEW_SECRET_KEY=yes/);

    const told = await startTurnpike({ dataDir, env: { TURNPIKE_NEW_SECRET_KEY: 'yes' } });
    expect(await told.stop()).toBe(0);
  });

  it('a second process on the same data folder', async () => {
    const first = await startTurnpike({ dataDir });

    await expectSentence({}, /^Another Turnpike process uses the data folder/);

    expect(await first.stop()).toBe(0);
  });

  it('a SQLite schema of a newer version', async () => {
    await (await startTurnpike({ dataDir })).stop();
    const database = new DatabaseSync(join(dataDir, 'turnpike.db'));
    database.exec("insert into kysely_migration values ('9999-from-the-future', '2040-01-01T00:00:00.000Z')");
    database.close();

    await expectSentence({}, /newer version of Turnpike/);
  });

  if (isLong) {
    it.each([
      { what: 'a name that is too long', name: 'owner-of-the-site', password: 'long enough' },
      { what: 'a password that is too short', name: 'owner', password: 'short' },
    ])('a root account with $what', ({ name, password }) =>
      expectSentence(
        { TURNPIKE_ROOT_USERNAME: name, TURNPIKE_ROOT_PASSWORD: password },
        /^TURNPIKE_ROOT_(USERNAME|PASSWORD) must have/,
      ),
    );

    it('a file where the data folder should be', async () => {
      const file = join(dataDir, 'file');
      writeFileSync(file, '');

      await expectSentence({ TURNPIKE_DATA_DIR: file }, /^The data folder cannot be written: .*file/);
    });

    it('a key file that is damaged', async () => {
      writeFileSync(join(dataDir, 'secret.key'), 'no key\n');

      await expectSentence({}, /^The key file is damaged: .*secret\.key/);
    });

    it('a folder in the place of secret.key', async () => {
      mkdirSync(join(dataDir, 'secret.key'));

      await expectSentence({}, /^The key file cannot be used: .*secret\.key/);
    });
  }

  describe('on PostgreSQL', () => {
    it('nobody listening', async () => {
      const port = await closedPort();

      await expectSentence(
        { DATABASE_URL: `postgres://x@127.0.0.1:${port}/y` },
        /^The database .*ECONNREFUSED/,
      );
    });

    it('a second process on the same database', async () => {
      const { url, drop } = await createTestDatabase();
      const first = await startTurnpike({ env: { DATABASE_URL: url } });

      await expectSentence({ DATABASE_URL: url }, /^Another Turnpike process uses this database/);

      expect(await first.stop()).toBe(0);
      await drop();
    });

    if (isLong) {
      it('a database that does not exist', async () => {
        const { url, drop } = await createTestDatabase();
        await drop();

        await expectSentence({ DATABASE_URL: url }, /^The database in DATABASE_URL .*does not exist/);
      });

      it('a schema of a newer version', async () => {
        const { url, drop } = await createTestDatabase();
        await (await startTurnpike({ env: { DATABASE_URL: url } })).stop();
        await query(url, "insert into kysely_migration values ('9999-from-the-future', '2040-01-01')");

        await expectSentence({ DATABASE_URL: url }, /newer version of Turnpike/);

        await drop();
      });
    }
  });
});

/** A port that nobody listens on. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
