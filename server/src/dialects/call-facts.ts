import type { CustomDialect } from '@turnpike/contract';

/** The APIs that the gateway speaks: public ones, and those that are spoken with upstreams only. */
export type DialectName =
  | CustomDialect
  | 'anthropic-count'
  | 'responses-count'
  | 'responses-compaction'
  | 'gemini-count'
  | 'openai-embeddings'
  | 'gemini-embeddings'
  | 'gemini-batch-embeddings'
  | 'cohere-embeddings'
  | 'openai-moderations'
  | 'rerank'
  | 'voyage-rerank'
  | 'openai-images'
  | 'gemini-images'
  | 'openai-image-edits'
  | 'openai-image-variations'
  | 'openai-speech'
  | 'openai-transcriptions'
  | 'openai-translations'
  | 'openai-realtime'
  | 'gemini-live'
  | 'recraft-tools'
  | 'bedrock-converse';

export interface OutputLimit {
  /** One of the dialect's `limitMembers`. */
  member: string;
  /** For all answers together. */
  tokens: number;
}

/** Facts from the address of a call, in addition to its path. */
export interface CallAddress {
  /** Null where the body names it. */
  model: string | null;
  /** Method of the model, as in `models/gemini-2.5-pro:countTokens`; null if the path implies it. */
  verb: string | null;
  /** Without its question mark. */
  query: string;
}

/** How the events of a stream are divided. */
export type StreamFraming = 'sse' | 'json-array';
