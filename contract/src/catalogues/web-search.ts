/** Engines that `WebSearchEngine` chooses from. */
export const searchEngines = ['off', 'searxng', 'tavily', 'brave'] as const;
export type SearchEngineName = (typeof searchEngines)[number];

/** Stands for the question in the address of a SearXNG instance. */
export const QUERY_PLACE = '{query}';

/** A chat call whose model ends with this may be preceded by a search. */
export const SEARCH_SUFFIX = '#search';

/** Name of the price of one search; a search without that price is free. */
export const SEARCH_PRICE = 'tool:web_search';

/** Brave accepts no longer questions. Source: Brave Search API reference, "Web search", `q`. */
export const MAX_QUERY_CHARACTERS = 400;
export const MAX_SEARCH_RESULTS = 10;

/** Ends of the search before a call. */
export const searchState = ['used', 'unused', 'failed'] as const;
export type SearchState = (typeof searchState)[number];
