import { optionCalls, webSearchCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import {
  foundPages,
  playSearchEngines,
  searchKeys,
  searchSettings,
} from '../../../test/support/search-engines.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(anyDatabase)('the options of the web search on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  const played = playSearchEngines();
  beforeAll(async () => {
    site = await startTestManagement(engine);
    site.fakes.guardedFetch = played.guardedFetch;
    root = await site.root();
  });
  afterAll(() => site.stop());

  const set = (values: Record<string, string>) =>
    site.ask(optionCalls.updateMany, {
      as: root,
      input: { options: Object.entries(values).map(([key, value]) => ({ key, value })) },
    });
  const test = (as: Person = root) => site.ask(optionCalls.testSearch, { as, input: { query: 'toll' } });
  const refusal = (field: string, code: string) => ({
    status: 400,
    body: { code: 'option.invalid', fields: [{ field, code }] },
  });

  it('are off at first', async () => {
    expect(await test()).toMatchObject({ status: 400, body: { code: 'search.off' } });
  });

  it.each([
    ['WebSearchAddress', 'http://s.internal/search?format=json', 'option.not_search_address'],
    ['WebSearchAddress', 'http://{query}.internal/', 'option.not_search_address'],
    ['WebSearchAddress', 'http://me:pass@s.internal/?q={query}', 'option.not_search_address'],
    ['WebSearchAddress', 'file:///etc/{query}', 'option.not_search_address'],
    ['WebSearchKey', 'two words', 'option.not_search_key'],
    ['WebSearchKey', 'line\nbreak', 'option.not_search_key'],
    ['WebSearchResults', '0', 'too_small'],
    ['WebSearchResults', '11', 'too_big'],
    ['WebSearchEngine', 'google', 'invalid_value'],
  ])('do not take %s = %j', async (key, value, code) => {
    expect(await set({ [key]: value })).toMatchObject(refusal(key, code));
  });

  it('need what the engine needs', async () => {
    expect(await set({ WebSearchEngine: 'searxng' })).toMatchObject(
      refusal('WebSearchAddress', 'option.needed_by_choice'),
    );
    expect(await set({ WebSearchEngine: 'brave' })).toMatchObject(
      refusal('WebSearchKey', 'option.needed_by_choice'),
    );
    const { address } = searchSettings.searxng;
    expect((await set({ WebSearchEngine: 'searxng', WebSearchAddress: address })).status).toBe(200);
    expect(await test()).toMatchObject({
      status: 200,
      body: { data: { answered: true, results: foundPages } },
    });
  });

  it('send the key of one engine to no other', async () => {
    expect((await set({ WebSearchEngine: 'tavily', WebSearchKey: searchKeys.tavily })).status).toBe(200);
    expect(await set({ WebSearchEngine: 'brave' })).toMatchObject(
      refusal('WebSearchKey', 'option.secret_again'),
    );
    expect((await set({ WebSearchEngine: 'off' })).status).toBe(200);
    expect(await set({ WebSearchEngine: 'brave' })).toMatchObject(
      refusal('WebSearchKey', 'option.secret_again'),
    );
    expect((await set({ WebSearchEngine: 'brave', WebSearchKey: searchKeys.brave })).status).toBe(200);
    expect(await test()).toMatchObject({ body: { data: { answered: true } } });
    expect(played.state.refused).toEqual([]);
  });

  it('say why the engine does not answer, and show the key nowhere', async () => {
    played.state.answer = { status: 401, body: `{"error":"${searchKeys.brave}"}` };
    const refused = await test();
    played.state.answer = null;
    expect(refused).toMatchObject({
      status: 200,
      body: { data: { answered: false, reason: 'it refused the key', results: [] } },
    });
    const listed = await site.ask(optionCalls.list, { as: root });
    const stored = await site.db.selectFrom('options').selectAll().execute();
    const notes = await site.db.selectFrom('logs').selectAll().execute();
    const shown = JSON.stringify([refused.body, listed.body, stored, notes, site.logged]);
    expect(shown).not.toMatch(/canary/i);
    expect(listed.body.data.map(({ key }: { key: string }) => key)).not.toContain('WebSearchKey');
  });

  it('are tested by root alone', async () => {
    const admin = await site.seed.person('admin', { role: 10 });
    expect((await test(admin)).status).toBe(403);
  });

  it('let users search, without words that are too long', async () => {
    const ann = await site.seed.person('ann');
    const ask = (input: object) => site.ask(webSearchCalls.ask, { as: ann, input });
    expect(await ask({ query: 'toll' })).toMatchObject({ status: 200, body: { data: { points: 5 } } });
    expect((await ask({ query: 'x'.repeat(401) })).status).toBe(400);
    expect((await ask({ query: 'toll', results: 11 })).status).toBe(400);
    expect((await site.ask(webSearchCalls.ask, { input: { query: 'toll' } })).status).toBe(401);
  });
});
