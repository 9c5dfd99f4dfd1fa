import type { AddressInfo } from 'node:net';
import { type CsvRow, csvCall } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { familyOf } from '../relay/clients/client-families.ts';
import { readSettings } from '../settings/settings.ts';
import { routesFor } from './contract-routes.ts';
import { createHttpServer } from './http-server.ts';
import { registerManagementScope } from './management-scope.ts';

const columns = { id: 'number' } as const;
const declared = { access: 'user', summary: 'Rows', query: z.object({}), columns } as const;
const calls = {
  rows: csvCall('GET /api/rows/export', declared),
  broken: csvCall('GET /api/broken/export', declared),
};
/** Account of a caller, as its `authorization` names it. */
const signedIn = (id: number) => ({
  ...{ id, username: `user${id}`, role: 1, group: 'default' },
  proof: 'access_token' as const,
});

describe('exports of one account', () => {
  const log = { error: vi.fn() } as unknown as Log;
  const server = createHttpServer({
    ...{ settings: readSettings({}), clock: systemClock, log, clientsOf: familyOf },
  });
  /** Ends the files that are being written. */
  let finishAll = Promise.withResolvers<void>();
  let base: string;

  beforeAll(async () => {
    async function* rows(): AsyncGenerator<CsvRow<typeof columns>[]> {
      yield [{ id: 1 }];
      await finishAll.promise;
      yield [{ id: 2 }];
    }
    const routes = routesFor(calls, () => ({
      rows,
      broken: () => Promise.reject(new Error('no rows')),
    }));
    await registerManagementScope(server, {
      routes: [routes({})],
      authorise: async (_, { authorization }) => signedIn(Number(authorization)),
      log,
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    finishAll.resolve();
    await server.close();
  });

  const open = (name: keyof typeof calls, userId: number, signal: AbortSignal | null = null) =>
    fetch(base + calls[name].path, { headers: { authorization: String(userId) }, signal });
  /** Status of one more, which is left at once where it begins. */
  const statusOfNext = async (userId: number) => {
    const leave = new AbortController();
    const { status } = await open('rows', userId, leave.signal);
    leave.abort();
    return status;
  };

  it('are two at a time; other accounts have places of their own', async () => {
    const files = await Promise.all([open('rows', 1), open('rows', 1)]);
    expect(files.map(({ status }) => status)).toEqual([200, 200]);

    const third = await open('rows', 1);
    expect(third.status).toBe(429);
    expect(third.headers.get('retry-after')).toBe('5');
    expect(await third.json()).toMatchObject({ success: false, code: 'export.too_many' });
    expect(await statusOfNext(2)).toBe(200);

    finishAll.resolve();
    for (const file of files) expect(await file.text()).toBe('id\r\n1\r\n2\r\n');
    finishAll = Promise.withResolvers();
    await expect.poll(() => statusOfNext(1)).toBe(200);
  });

  it('free their place when the caller leaves', async () => {
    const leave = new AbortController();
    await Promise.all([open('rows', 3, leave.signal), open('rows', 3, leave.signal)]);
    expect(await statusOfNext(3)).toBe(429);
    leave.abort();
    await expect.poll(() => statusOfNext(3)).toBe(200);
  });

  it('free their place when they fail', async () => {
    for (let count = 0; count < 3; count += 1) expect((await open('broken', 4)).status).toBe(500);
  });
});
