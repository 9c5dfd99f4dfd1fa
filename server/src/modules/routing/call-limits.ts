/** 0 means no limit. */
export interface CallLimits {
  requestsPerMinute: number;
  tokensPerMinute: number;
  parallelCalls: number;
}

/** @returns null where nothing is limited */
export function toCallLimits({
  requests_per_minute = 0,
  tokens_per_minute = 0,
  parallel_calls = 0,
}: {
  requests_per_minute?: number;
  tokens_per_minute?: number;
  parallel_calls?: number;
}): CallLimits | null {
  if (requests_per_minute + tokens_per_minute + parallel_calls === 0) return null;
  return {
    requestsPerMinute: requests_per_minute,
    tokensPerMinute: tokens_per_minute,
    parallelCalls: parallel_calls,
  };
}
