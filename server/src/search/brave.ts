import { listOf, objectOf, textOf } from '../dialects/neutral/json-values.ts';
import type { SearchEngine } from './search-engine.ts';

/**
 * Brave Search. Questions have at most 400 characters and 50 words. Without `text_decorations`, matches are not marked by
 * HTML. An answer without pages has no `web`.
 * Source: https://api-dashboard.search.brave.com/api-reference/web/search/get, checked 2026-11.
 */
export const brave: SearchEngine = {
  requestOf({ query, count, settings }) {
    const asked = new URLSearchParams({
      ...{ q: query, count: String(count) },
      ...{ text_decorations: 'false', result_filter: 'web' },
    });
    return {
      url: `https://api.search.brave.com/res/v1/web/search?${asked}`,
      request: {
        method: 'GET',
        headers: { accept: 'application/json', 'x-subscription-token': settings.key },
      },
    };
  },
  isOwnAddress: false,
  read(body) {
    const { type, web } = objectOf(body) ?? {};
    if (type !== 'search') return null;
    return listOf(objectOf(web)?.results).map((given) => {
      const result = objectOf(given) ?? {};
      const texts = [result.description, ...listOf(result.extra_snippets)].map(textOf);
      return {
        title: textOf(result.title),
        url: textOf(result.url),
        text: texts.filter((text) => text !== '').join(' '),
      };
    });
  },
};
