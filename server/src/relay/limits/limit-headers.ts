import type { CallAllowance } from './limited-use.ts';
import type { Allowance } from './rate-counter.ts';

/** Header lines as Node takes them fastest: name, value, name, value, … */
export type HeaderLines = string[];

const KINDS = ['requests', 'tokens'] as const;
const FACTS = ['limit', 'remaining', 'reset'] as const;

/** Names of all headers that tell what limits leave. */
export const limitHeaderNames: readonly string[] = KINDS.flatMap((kind) =>
  FACTS.flatMap((fact) => [`x-ratelimit-${fact}-${kind}`, `anthropic-ratelimit-${kind}-${fact}`]),
);

/** Source: OpenAI guides, "Rate limits". Clients slow down by them. */
export function addOpenAiLimits(headers: HeaderLines, { requests, tokens }: CallAllowance): void {
  if (requests !== null) addOpenAi(headers, 'requests', requests);
  if (tokens !== null) addOpenAi(headers, 'tokens', tokens);
}

function addOpenAi(
  headers: HeaderLines,
  kind: string,
  { perMinute, remaining, resetSeconds }: Allowance,
): void {
  headers.push(
    `x-ratelimit-limit-${kind}`,
    String(perMinute),
    `x-ratelimit-remaining-${kind}`,
    String(remaining),
    `x-ratelimit-reset-${kind}`,
    `${resetSeconds}s`,
  );
}

/** Source: Claude API reference, "Rate limits", response headers. */
export function addAnthropicLimits(headers: HeaderLines, { requests, tokens, nowMs }: CallAllowance): void {
  if (requests !== null) addAnthropic(headers, { kind: 'requests', nowMs, ...requests });
  if (tokens !== null) addAnthropic(headers, { kind: 'tokens', nowMs, ...tokens });
}

function addAnthropic(
  headers: HeaderLines,
  { kind, nowMs, perMinute, remaining, resetSeconds }: Allowance & { kind: string; nowMs: number },
): void {
  const reset = new Date(Math.floor(nowMs / 1000 + resetSeconds) * 1000).toISOString();
  headers.push(
    `anthropic-ratelimit-${kind}-limit`,
    String(perMinute),
    `anthropic-ratelimit-${kind}-remaining`,
    String(remaining),
    `anthropic-ratelimit-${kind}-reset`,
    reset.replace('.000Z', 'Z'),
  );
}
