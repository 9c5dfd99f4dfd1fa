import { listOf, objectOf, textOf } from '../dialects/neutral/json-values.ts';
import type { SearchEngine } from './search-engine.ts';

/**
 * Tavily. A basic search costs one credit; `content` holds the parts of a page that fit the question.
 * Source: https://docs.tavily.com/api-reference/endpoint/search, checked 2026-11.
 */
export const tavily: SearchEngine = {
  requestOf: ({ query, count, settings }) => ({
    url: 'https://api.tavily.com/search',
    request: {
      method: 'POST',
      headers: {
        authorization: `Bearer ${settings.key}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
    },
  }),
  isOwnAddress: false,
  read(body) {
    const { results } = objectOf(body) ?? {};
    if (!Array.isArray(results)) return null;
    return listOf(results).map((given) => {
      const result = objectOf(given) ?? {};
      return { title: textOf(result.title), url: textOf(result.url), text: textOf(result.content) };
    });
  },
};
