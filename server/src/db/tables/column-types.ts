import type { Generated } from 'kysely';

/** A switch. */
export type Flag = 0 | 1;

/** 0 means no limit. */
export interface StoredLimits {
  requests_per_minute: Generated<number>;
  tokens_per_minute: Generated<number>;
  parallel_calls: Generated<number>;
}
