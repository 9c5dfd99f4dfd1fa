import type { OutgoingRequest } from '../platform/net/guarded-fetch.ts';

/** Chosen engine and its access, as the options set them. */
export interface SearchSettings {
  engine: 'searxng' | 'tavily' | 'brave';
  /** Address of a SearXNG instance, with `{query}`. */
  address: string;
  /** Key of Tavily or Brave. */
  key: string;
  /** Results to return at most. */
  results: number;
}

/** A question to an engine. */
export interface SearchQuestion {
  query: string;
  count: number;
  settings: Pick<SearchSettings, 'address' | 'key'>;
}

/** A result as an engine returns it: its texts are not trusted. */
export interface FoundPage {
  title: string;
  url: string;
  text: string;
}

/** One search engine: its request and its answer. */
export interface SearchEngine {
  requestOf(question: SearchQuestion): { url: string; request: OutgoingRequest };
  /** Root configures the address, which may be in a private network. */
  isOwnAddress: boolean;
  /** @returns null if the body is no answer of the engine */
  read(body: unknown): FoundPage[] | null;
}
