import { logCalls, tokenCalls, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BreakableLink } from '../../test/support/breakable-link.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/postgres.ts';
import { query } from '../../test/support/postgres-server.ts';
import { type Person, startTestManagement, type TestManagement } from '../../test/support/test-management.ts';

/** Somebody who waits must know within this long. */
const PATIENCE_MS = 5_000;

describe('a PostgreSQL that takes connections and never answers', () => {
  let site: TestManagement;
  let link: BreakableLink;
  let database: TestDatabase;
  let root: Person;

  beforeAll(async () => {
    database = await createTestDatabase();
    const direct = new URL(database.url);
    link = await BreakableLink.to({ host: direct.hostname, port: Number(direct.port) });
    const url = new URL(database.url);
    url.port = String(link.port);
    const throughLink = { name: 'PostgreSQL', open: async () => ({ url: url.href, drop: async () => {} }) };
    site = await startTestManagement(throughLink as never);
    root = await site.root();
  });
  afterAll(async () => {
    await site.stop();
    await link.refuse();
    await database.drop();
  });

  const timed = async (ask: () => ReturnType<typeof site.ask>) => {
    const startedAt = performance.now();
    const { status, body } = await ask();
    return { status, code: body.code, isInTime: performance.now() - startedAt < PATIENCE_MS };
  };
  const unavailable = { status: 503, code: 'gateway.unavailable', isInTime: true };

  it('makes nobody wait longer than five seconds, on old connections and on new ones, until it answers', async () => {
    const input = { name: 't', expired_time: -1, remain_quota: 1, unlimited_quota: false };
    expect((await site.ask(userCalls.self, { as: root })).status).toBe(200);
    link.fallSilent();

    // More than there are connections: some wait for one.
    const first = await Promise.all(
      Array.from({ length: 15 }, () => timed(() => site.ask(userCalls.self, { as: root }))),
    );
    for (const answer of first) expect(answer).toEqual(unavailable);
    for (const ask of [
      () => site.ask(userCalls.list, { as: root }),
      () => site.ask(tokenCalls.create, { as: root, input }),
      () => site.ask(logCalls.exportCsv, { as: root }),
      () => site.ask(userCalls.login, { input: { username: 'owner', password: 'correct horse' } }),
    ])
      expect(await timed(ask)).toEqual(unavailable);

    await link.refuse();
    await link.mend();

    expect((await site.ask(userCalls.self, { as: root })).status).toBe(200);
    expect((await site.ask(tokenCalls.list, { as: root })).body.data.total_count).toBe(0);
  }, 60_000);
});

describe('a PostgreSQL that takes no connections', () => {
  it('is told as unavailable for a while, also to whoever was connected', async () => {
    const database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    const server = (statement: string) => query(inject('postgresUrl'), statement);
    const site = await startTestManagement({ name: 'PostgreSQL', open: async () => database } as never);
    const root = await site.root();
    const input = { name: 't', expired_time: -1, remain_quota: 1, unlimited_quota: false };
    const create = async () => (await site.ask(tokenCalls.create, { as: root, input })).status;

    await server(`alter database ${name} allow_connections false`);
    await server(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const away: number[] = [];
    for (let asked = 0; asked < 10; asked += 1) away.push(await create());
    await server(`alter database ${name} allow_connections true`);

    expect(new Set(away)).toEqual(new Set([503]));
    expect(await create()).toBe(200);
    await site.stop();
  });
});
