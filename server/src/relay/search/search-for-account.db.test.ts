import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { foundPages, playSearchEngines, searchSettings } from '../../../test/support/search-engines.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import type { SearchSettings } from '../../search/search-engine.ts';
import { createAccountSearch } from './search-for-account.ts';

describe('a search for an account', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  const played = playSearchEngines();
  const options = { webSearch: searchSettings.brave as SearchSettings | null };
  beforeAll(async () => {
    gateway = await startTestGateway({
      relayOptions: {
        get webSearch() {
          return options.webSearch;
        },
      },
      guardedFetch: played.guardedFetch,
    });
    await gateway.seed.price({ model: 'tool:web_search', type: 'times', input: 0.05, output: 0.05 });
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    Object.assign(options, { webSearch: searchSettings.brave });
    Object.assign(played.state, { answer: null, asked: [] });
    user = await gateway.seed.user({ quota: 120 });
  });

  let searches = 0;
  const search = (more: { results?: number; userId?: number; signal?: AbortSignal } = {}) =>
    createAccountSearch(gateway.core.relay)({
      ...{ userId: user.id, requestId: `req_account${++searches}`, sourceIp: '192.0.2.1', query: 'toll' },
      ...{ results: undefined, signal: new AbortController().signal, ...more },
    });
  const rows = async () =>
    (await gateway.logRowsOf(user)).map(({ model_name, quota, token_id }) => ({
      model_name,
      quota,
      token_id,
    }));

  it('costs its price, with a row without a key', async () => {
    expect(await search()).toEqual({ results: foundPages, points: 50 });
    expect((await search({ results: 2 })).results).toHaveLength(2);
    expect(await rows()).toEqual(Array(2).fill({ model_name: 'tool:web_search', quota: 50, token_id: 0 }));
    expect(await gateway.quotaOf(user)).toBe(20);
  });

  it('is refused where the balance does not pay for it, and the engine is not asked', async () => {
    await gateway.store.db.updateTable('users').set({ quota: 49 }).where('id', '=', user.id).execute();
    await expect(search()).rejects.toMatchObject({ code: 'quota.insufficient' });
    expect([played.state.asked, await rows()]).toEqual([[], []]);
  });

  it('costs nothing where the engine fails', async () => {
    played.state.answer = { status: 500, body: '' };
    await gateway.seed.budget({ userId: user.id }, { unit: 'requests', points: 2 });
    for (let tries = 0; tries < 3; tries += 1)
      await expect(search()).rejects.toMatchObject({ code: 'search.failed' });
    expect([await gateway.quotaOf(user), await rows()]).toEqual([120, []]);
    // Nothing of the balance or the budget is held any more.
    played.state.answer = null;
    await search();
    await search();
  });

  it('costs nothing where the caller leaves', async () => {
    await expect(search({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'caller.left' });
    expect(await gateway.quotaOf(user)).toBe(120);
  });

  it('is counted against the limits and budgets of the user', async () => {
    await gateway.store.db
      .updateTable('users')
      .set({ requests_per_minute: 2 })
      .where('id', '=', user.id)
      .execute();
    await gateway.seed.budget({ userId: user.id }, { points: 70 });
    await search();
    await expect(search()).rejects.toMatchObject({ code: 'quota.budget_spent' });
    await expect(search()).rejects.toMatchObject({ code: 'rate.requests' });
  });

  it('is refused without an engine, and for an account that is off or gone', async () => {
    options.webSearch = null;
    await expect(search()).rejects.toMatchObject({ code: 'search.off' });
    options.webSearch = searchSettings.brave;
    await expect(search({ userId: 99_999 })).rejects.toMatchObject({ code: 'token.owner_disabled' });
    await gateway.store.db.updateTable('users').set({ status: 2 }).where('id', '=', user.id).execute();
    await expect(search()).rejects.toMatchObject({ code: 'token.owner_disabled' });
  });
});
