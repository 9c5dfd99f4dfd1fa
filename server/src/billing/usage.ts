import type { CountedUnit, ServiceTier, UsageFlag } from '@turnpike/contract';

/** Tokens of one call in disjoint buckets: each token is counted in one bucket only. */
export interface TokenCounts {
  textInput: number;
  cacheRead: number;
  /** Written to a cache that lives five minutes, or whose lifetime the upstream does not report. */
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

/** Usage of one call. Each dialect's reader fills it; only billing reads it. */
export interface Usage extends TokenCounts {
  /** Units other than tokens; most calls share one empty list. */
  units: readonly CountedUnit[];
  /** The reported service tier, if vendors price it separately. */
  tier: ServiceTier | null;
  /** Problems of the upstream's report; empty for most calls. */
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

/** In the order of the lines of a charge. */
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

/** Whether the counts of both sides are usable; otherwise they are estimated. */
export const areReadable = (flags: readonly UsageFlag[]): boolean =>
  flags.length === 0 || !(flags.includes('input_unreadable') || flags.includes('output_unreadable'));

/** More tokens than any call can have. A larger count from an upstream is rejected as implausible. */
export const MAX_TOKEN_COUNT = 100_000_000;

/** More tokens than any model thinks without showing them before one answer. */
export const MAX_HIDDEN_OUTPUT = 262_144;
