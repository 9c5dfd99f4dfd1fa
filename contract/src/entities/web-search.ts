import { z } from 'zod';
import { call } from '../call.ts';
import { MAX_QUERY_CHARACTERS, MAX_SEARCH_RESULTS } from '../catalogues/web-search.ts';
import { line } from '../text.ts';

export const searchQuery = () => line().min(1).max(MAX_QUERY_CHARACTERS);

export const searchResult = z.object({
  title: z.string(),
  url: z.string(),
  /** An excerpt of the page as the engine returns it, in one line. */
  text: z.string(),
});
export type SearchResult = z.output<typeof searchResult>;

export const webSearchCalls = {
  ask: call('POST /api/web_search', {
    access: 'user',
    summary: 'Search the web with the engine of the site; costs the price `tool:web_search`, if there is one',
    input: z.object({
      query: searchQuery(),
      results: z
        .number()
        .int()
        .min(1)
        .max(MAX_SEARCH_RESULTS)
        .optional()
        .describe('At most so many; left out: as many as the site sets'),
    }),
    output: z.object({
      results: z.array(searchResult),
      points: z.number().int().describe('Points that the search cost'),
    }),
  }),
};
