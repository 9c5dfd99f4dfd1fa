import type { SearchEngineName } from '@turnpike/contract';

/** Names of products, the same in every language. */
export const searchEngineNames: Readonly<Record<Exclude<SearchEngineName, 'off'>, string>> = {
  searxng: 'SearXNG',
  tavily: 'Tavily',
  brave: 'Brave Search',
};
