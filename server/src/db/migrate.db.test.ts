import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { readSettings } from '../settings/settings.ts';
import { openStore } from './store.ts';

it.each(databases)(
  'a migration that does not come to its end leaves nothing, on $name',
  async ({ openEmpty }) => {
    const database = await openEmpty();
    const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-migrate-'));
    const run = async (sql: string): Promise<void> => {
      if (database.url === null) {
        const file = new DatabaseSync(join(dataDir, 'turnpike.db'));
        file.exec(sql);
        file.close();
        return;
      }
      const client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query(sql);
      await client.end();
    };
    const settings = readSettings({
      TURNPIKE_DATA_DIR: dataDir,
      ...(database.url !== null && { DATABASE_URL: database.url }),
    });
    try {
      // Stands in the way of a later statement of the first migration, as a kill in its middle would.
      await run('create table options (key integer)');
      await expect(openStore(settings)).rejects.toThrow('0001-foundation failed; nothing was changed');

      // Its first statement had made this one.
      await run('create table users (id integer)');
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
      await database.drop();
    }
  },
);
