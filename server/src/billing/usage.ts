import { numberOf } from '../platform/exact-json.ts';

/**
 * What one call used, in buckets that never overlap: what is counted in one is in no other. Each dialect's
 * reader fills it; only billing reads it. Counts of tokens, except where the name says otherwise.
 */
export interface Usage {
  textInput: number;
  cacheRead: number;
  /** Written to a cache that lives five minutes, or whose life the upstream does not say. */
  cacheWrite5m: number;
  cacheWrite1h: number;
  imageInput: number;
  audioInput: number;
  textOutput: number;
  reasoningOutput: number;
  imageOutput: number;
  audioOutput: number;
}

export type UsageBucket = keyof Usage;

export const noUsage = (): Usage => ({
  textInput: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  imageInput: 0,
  audioInput: 0,
  textOutput: 0,
  reasoningOutput: 0,
  imageOutput: 0,
  audioOutput: 0,
});

export const inputTokensOf = (usage: Usage): number =>
  usage.textInput +
  usage.cacheRead +
  usage.cacheWrite5m +
  usage.cacheWrite1h +
  usage.imageInput +
  usage.audioInput;

export const outputTokensOf = (usage: Usage): number =>
  usage.textOutput + usage.reasoningOutput + usage.imageOutput + usage.audioOutput;

/** More tokens than any call can have; a larger count from an upstream is not believed. */
export const MAX_TOKEN_COUNT = 100_000_000;

/** A count from outside: a whole number from 0 to the largest believable one, else 0. */
export function readCount(value: unknown): number {
  const count = numberOf(value);
  if (count === null || !(count >= 0)) return 0;
  return Math.min(Math.floor(count), MAX_TOKEN_COUNT);
}
