import { QUERY_PLACE } from '@turnpike/contract';
import { listOf, objectOf, textOf } from '../dialects/neutral/json-values.ts';
import type { SearchEngine } from './search-engine.ts';

/**
 * SearXNG. The configured address asks for JSON (`format=json`), which the instance must have among its `formats`; else
 * it answers 403 or a page. It has no parameter for the number of results.
 * Source: https://docs.searxng.org/dev/search_api, checked 2026-11.
 */
export const searxng: SearchEngine = {
  requestOf: ({ query, settings }) => ({
    url: settings.address.replaceAll(QUERY_PLACE, () => encodeURIComponent(query)),
    request: { method: 'GET', headers: { accept: 'application/json' } },
  }),
  isOwnAddress: true,
  read(body) {
    const { results } = objectOf(body) ?? {};
    if (!Array.isArray(results)) return null;
    return listOf(results).map((given) => {
      const result = objectOf(given) ?? {};
      return { title: textOf(result.title), url: textOf(result.url), text: textOf(result.content) };
    });
  },
};
