import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../test/support/fake-upstream.ts';
import {
  foundPages,
  playSearchEngines,
  searchKeys,
  searchSettings,
} from '../../test/support/search-engines.ts';
import { guardedFetch } from '../platform/net/guarded-fetch.ts';
import type { SearchSettings } from './search-engine.ts';
import { searchSettingsOf, searchWeb } from './web-search.ts';

const engines = ['searxng', 'tavily', 'brave'] as const;

describe.each(engines)('a search with %s', (engine) => {
  let played: ReturnType<typeof playSearchEngines>;
  beforeEach(() => {
    played = playSearchEngines();
  });
  const search = (
    query: string,
    { timeoutMs = 8_000, ...more }: Partial<SearchSettings & { timeoutMs: number }> = {},
  ) =>
    searchWeb(
      { query, settings: { ...searchSettings[engine], ...more }, signal: new AbortController().signal },
      { guardedFetch: played.guardedFetch, timeoutMs },
    );

  it('returns the pages that it finds, at most as many as are wanted', async () => {
    expect(await search('a & b?')).toEqual(foundPages);
    expect(await search('a & b?', { results: 2 })).toEqual(foundPages.slice(0, 2));
    expect(played.state.asked).toEqual([
      { engine, query: 'a & b?' },
      { engine, query: 'a & b?' },
    ]);
    expect(played.state.refused).toEqual([]);
  });

  it('returns nothing where it finds nothing', async () => {
    played.state.pages = [];
    expect(await search('nothing')).toEqual([]);
  });

  it('asks what the engine accepts, whatever the question is', async () => {
    await search(`\n\u0000${'word '.repeat(80)}`);
    await search('長'.repeat(900));
    expect(played.state.refused).toEqual([]);
    expect(played.state.asked[0]?.query.split(' ')).toHaveLength(50);
    expect(played.state.asked[1]?.query).toHaveLength(400);
    await expect(search(' \n ')).rejects.toMatchObject({ code: 'search.failed' });
  });

  it.each([
    ['a page', { status: 200, body: '<!doctype html><title>Captcha' }, 'its answer is not readable'],
    [
      'other JSON',
      { status: 200, body: '{"results":"many","type":"ErrorResponse"}' },
      'its answer is not readable',
    ],
    ['no object', { status: 200, body: '[[1]]' }, 'its answer is not readable'],
    ['nothing', { status: 200, body: '' }, 'its answer is not readable'],
    [
      'too much',
      { status: 200, body: `{"type":"search","results":[${'1,'.repeat(2 ** 20)}1]}` },
      'its answer is too long',
    ],
    ['a refusal', { status: 401, body: `{"detail":"bad key ${searchKeys.tavily}"}` }, 'it refused the key'],
    ['a limit', { status: 429, body: '{}' }, 'its limit of requests is reached'],
    ['an error', { status: 500, body: '{}' }, 'status 500'],
    ['a redirect', { status: 302, body: '' }, 'status 302'],
  ])('fails with fixed words for %s', async (_, answer, reason) => {
    played.state.answer = answer;
    await expect(search('q')).rejects.toMatchObject({ code: 'search.failed', parameters: { reason } });
  });

  it('takes values of other types as absent', async () => {
    const results = [
      null,
      7,
      { url: ['https://a.example'] },
      { url: 'https://b.example/', title: 1, content: 'B', description: 'B' },
    ];
    played.state.answer = {
      status: 200,
      body: JSON.stringify({ type: 'search', results, web: { results } }),
    };
    expect(await search('q')).toEqual([{ title: 'b.example', url: 'https://b.example/', text: 'B' }]);
  });

  it('waits for a limited time', async () => {
    played.state.hangs = true;
    await expect(search('q', { timeoutMs: 20 })).rejects.toMatchObject({
      parameters: { reason: 'it took too long' },
    });
  });
});

it('refuses a wrong key, without a word of it', async () => {
  const { guardedFetch: fetchPlayed } = playSearchEngines();
  const ask = (settings: SearchSettings) =>
    searchWeb({ query: 'q', settings, signal: new AbortController().signal }, { guardedFetch: fetchPlayed });
  const wrong = { ...searchSettings.tavily, key: 'tvly-canary-wrong' };
  const error = await ask(wrong).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message: 'The search engine did not answer: it refused the key.' });
  expect(JSON.stringify([error, (error as Error).cause ?? ''])).not.toContain('canary');
});

describe('a search with an instance of SearXNG in the own network', () => {
  let instance: FakeUpstream;
  beforeEach(async () => {
    instance = await FakeUpstream.start({ refuses: () => null });
  });
  afterEach(() => instance.stop());
  const ask = (path: string, address = instance.url) =>
    searchWeb(
      {
        query: 'toll road',
        settings: { ...searchSettings.searxng, address: address + path },
        signal: new AbortController().signal,
      },
      { guardedFetch, timeoutMs: 300 },
    );

  it('reaches it', async () => {
    instance.does((response) =>
      sendJson(response, 200, JSON.stringify({ results: [{ url: 'https://a.example/', title: 'A' }] })),
    );
    expect(await ask('/search?q={query}&format=json')).toEqual([
      { title: 'A', url: 'https://a.example/', text: '' },
    ]);
    expect(instance.received).toMatchObject([{ method: 'GET', path: '/search?q=toll%20road&format=json' }]);
  });

  it('does not follow it to another address', async () => {
    instance.does((response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    await expect(ask('/{query}')).rejects.toMatchObject({ parameters: { reason: 'status 302' } });
  });

  it('fails while it is down or slow', async () => {
    instance.does(() => {});
    await expect(ask('/{query}')).rejects.toMatchObject({ parameters: { reason: 'it took too long' } });
    const { url } = instance;
    await instance.stop();
    await expect(ask('/{query}', url)).rejects.toMatchObject({
      parameters: { reason: 'it cannot be reached' },
    });
    instance = await FakeUpstream.start();
  });
});

it('is off without an engine, an address or a key', () => {
  const settingsOf = (values: Record<string, string>) =>
    searchSettingsOf({ text: (key) => values[key] ?? '', number: () => 5 });
  const address = 'http://s.internal/?q={query}';
  expect(settingsOf({ WebSearchEngine: 'off', WebSearchKey: 'k', WebSearchAddress: address })).toBeNull();
  expect(settingsOf({ WebSearchEngine: 'searxng', WebSearchKey: 'k' })).toBeNull();
  expect(settingsOf({ WebSearchEngine: 'brave', WebSearchAddress: address })).toBeNull();
  // The key of another engine is not sent to an own instance.
  expect(settingsOf({ WebSearchEngine: 'searxng', WebSearchKey: 'k', WebSearchAddress: address })).toEqual({
    ...{ engine: 'searxng', address, key: '', results: 5 },
  });
});
