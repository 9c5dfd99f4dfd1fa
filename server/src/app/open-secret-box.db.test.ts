import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { openStore, type Store } from '../db/store.ts';
import { CHANNEL_KEY_PURPOSE } from '../modules/routing/routing-table.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { readSettings } from '../settings/settings.ts';
import { openSecretBox } from './open-secret-box.ts';

describe.each(databases)('the secret key beside a database on $name', (engine) => {
  let dataDir: string;
  let store: Store;
  let stop: () => Promise<void>;

  beforeEach(async () => {
    const database = await engine.open();
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
    const env = { TURNPIKE_DATA_DIR: dataDir, ...(database.url !== null && { DATABASE_URL: database.url }) };
    store = await openStore(readSettings(env));
    stop = async () => {
      await store.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    };
  });
  afterEach(() => stop());

  const keyFile = () => join(dataDir, 'secret.key');
  const start = (env: Record<string, string> = {}) =>
    openSecretBox(store.db, readSettings({ TURNPIKE_DATA_DIR: dataDir, ...env }));
  const keepSecret = async (box: SecretBox) => {
    const value = box.seal('mail password', 'options.SMTPToken');
    await store.db
      .insertInto('options')
      .values({ key: 'SMTPToken', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  };

  it('is made at a first start, for its owner only, and is the same at the next', async () => {
    const sealed = (await start()).seal('a', CHANNEL_KEY_PURPOSE);

    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect((await start()).open(sealed, CHANNEL_KEY_PURPOSE)).toBe('a');
  });

  it('stops the start when it is short', async () => {
    const short = { TURNPIKE_SECRET_KEY: 'f'.repeat(31) };

    await expect(start(short)).rejects.toThrow(/^TURNPIKE_SECRET_KEY .*32 characters/);
  });

  it('may be made again as long as nothing is sealed', async () => {
    await start();
    rmSync(keyFile());

    await start();

    expect(existsSync(keyFile())).toBe(true);
  });

  it('stops the start when it is missing beside sealed rows, and is not made then', async () => {
    await keepSecret(await start());
    rmSync(keyFile());

    await expect(start()).rejects.toThrow(/^The file secret\.key is missing.*TURNPIKE_NEW_SECRET_KEY=yes/);

    expect(existsSync(keyFile())).toBe(false);
  });

  it('stops the start when it is another one, also where no check was written before', async () => {
    await keepSecret(await start());
    const other = { TURNPIKE_SECRET_KEY: 'f'.repeat(64) };

    await expect(start(other)).rejects.toThrow(/^The secret key does not open/);
    await store.db.deleteFrom('options').where('key', '!=', 'SMTPToken').execute();
    await expect(start(other)).rejects.toThrow(/^The secret key does not open/);
    await start();
  });

  it('is replaced when told so, and needs to be told once', async () => {
    await keepSecret(await start());
    rmSync(keyFile());

    const box = await start({ TURNPIKE_NEW_SECRET_KEY: 'yes' });

    const sealed = box.seal('new', CHANNEL_KEY_PURPOSE);
    expect((await start()).open(sealed, CHANNEL_KEY_PURPOSE)).toBe('new');
  });
});
