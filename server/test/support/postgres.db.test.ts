import { existsSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from './postgres.ts';
import { startPostgresServer } from './postgres-server.ts';

describe('the PostgreSQL of the tests', () => {
  it('gives every caller an empty database of its own', async () => {
    const first = await createTestDatabase();
    const second = await createTestDatabase();

    await ask(first.url, 'create table only_here (id int)');

    expect(await ask(first.url, 'select count(*)::int as rows from only_here')).toEqual([{ rows: 0 }]);
    await expect(ask(second.url, 'select * from only_here')).rejects.toThrow(/does not exist/);
    await Promise.all([first.drop(), second.drop()]);
    await expect(ask(first.url, 'select 1')).rejects.toThrow(/does not exist/);
  });

  it('keeps text of all four languages', async () => {
    const database = await createTestDatabase();
    expect(
      await ask(database.url, "select '渠道 渠道 チャンネル' as text, length('渠道')::int as characters"),
    ).toEqual([{ text: '渠道 渠道 チャンネル', characters: 2 }]);
    await database.drop();
  });

  it('leaves neither process nor folder behind', async () => {
    const server = await startPostgresServer();
    const [{ folder }] = (await ask(server.url, "select current_setting('data_directory') as folder")) as [
      { folder: string },
    ];
    expect(existsSync(folder)).toBe(true);

    await server.stop();

    expect(existsSync(folder)).toBe(false);
    await expect(ask(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  });
});

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
