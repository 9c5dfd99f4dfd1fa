import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTurnpikeCommand } from './support/books.ts';
import { startSite } from './support/site.ts';

describe('npm run turnpike', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const run = (...args: string[]) => runTurnpikeCommand(args, { TURNPIKE_DATA_DIR: dataDir });

  it('prints its version and its commands', async () => {
    expect(await run('version')).toMatch(/^v\d+\.\d+\.\d+\n$/);
    expect(await run('help')).toContain('ledger verify');
    expect(await run()).toContain('ledger verify');
  });

  it('refuses a command that there is not', async () => {
    await expect(run('ledger', 'burn')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no command "ledger burn"'),
    });
  });

  it('says that there is no database yet', async () => {
    await expect(run('ledger', 'verify')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no database: .*turnpike\.db\n$/),
    });
  });

  it('names what was changed past the ledger, while the gateway runs', async () => {
    const { turnpike, root } = await startSite({ dataDir });
    const user = await root.createUser('ann', 500);
    for (const more of [[], ['--full']]) {
      expect(await run('ledger', 'verify', ...more)).toMatch(/^The ledger is right: 2 entries of 2 accounts/);
    }
    const database = new DatabaseSync(join(dataDir, 'turnpike.db'));
    database.exec(`pragma busy_timeout = 5000; update users set quota = 9999 where id = ${user.id}`);
    database.close();

    await expect(run('ledger', 'verify')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `user ${user.id}: the ledger comes to 500 points, the balance is 9999.`,
      ),
    });
    expect(await turnpike.stop()).toBe(0);
  });
});
