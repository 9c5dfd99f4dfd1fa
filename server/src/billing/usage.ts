import type { CountedUnit, ServiceTier, UsageFlag } from '@turnpike/contract';

/** Tokens of one call, in buckets that never overlap: what is counted in one is in no other. */
export interface TokenCounts {
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

export type UsageBucket = keyof TokenCounts;

/** What one call used. Each dialect's reader fills it; only billing reads it. */
export interface Usage extends TokenCounts {
  /** What is not counted in tokens; most calls share one empty list. */
  units: readonly CountedUnit[];
  /** The service tier that the upstream reports, where vendors price it apart. */
  tier: ServiceTier | null;
  /** What was wrong with the upstream's report; nothing, in most calls. */
  flags: readonly UsageFlag[];
}

export const NO_UNITS: readonly CountedUnit[] = Object.freeze([]);
export const NO_FLAGS: readonly UsageFlag[] = Object.freeze([]);

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
  units: NO_UNITS,
  tier: null,
  flags: NO_FLAGS,
});

/** In the order in which a charge lists them. */
export const usageBuckets = [
  'textInput',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'imageInput',
  'audioInput',
  'textOutput',
  'reasoningOutput',
  'imageOutput',
  'audioOutput',
] as const satisfies readonly UsageBucket[];

export const inputTokensOf = (usage: TokenCounts): number =>
  usage.textInput +
  usage.cacheRead +
  usage.cacheWrite5m +
  usage.cacheWrite1h +
  usage.imageInput +
  usage.audioInput;

export const outputTokensOf = (usage: TokenCounts): number =>
  usage.textOutput + usage.reasoningOutput + usage.imageOutput + usage.audioOutput;

/** Whether the counts of both sides can be taken as they are; else they are estimated. */
export const areReadable = (flags: readonly UsageFlag[]): boolean =>
  flags.length === 0 || !(flags.includes('input_unreadable') || flags.includes('output_unreadable'));

/** More tokens than any call can have; a larger count from an upstream is not believed. */
export const MAX_TOKEN_COUNT = 100_000_000;

/** More than any model thinks before one answer without showing it. */
export const MAX_HIDDEN_OUTPUT = 262_144;
