import type { UsageFlag } from '@turnpike/contract';
import {
  areReadable,
  inputTokensOf,
  MAX_HIDDEN_OUTPUT,
  NO_FLAGS,
  outputTokensOf,
  type Usage,
} from '../../billing/usage.ts';
import type { QuotedCall } from '../call/call-context.ts';
import { likelyInput, type UsedTokens } from '../cost/used-tokens.ts';
import { type CountDeps, countInput, countTextOutput } from './counted-usage.ts';

/** A request with less text may have no input that a vendor counts. */
const MIN_TEXT_TOKENS = 2;

/** Whether a report can be charged as it is. `believableUsage` examines doubtful ones. */
export function isPlausible(call: QuotedCall, usage: Usage): boolean {
  return (
    areReadable(usage.flags) &&
    !lacksInput(call, usage) &&
    !mayLackOutput(call, usage) &&
    spokenTokens(usage) <= hiddenBound(call)
  );
}

/**
 * Returns the usage to charge for a doubtful report: an implausible side is estimated by the gateway, the
 * other one is charged as reported.
 * Source: docs/reference/charging-internals.md, "When a count is not believed".
 */
export async function believableUsage(
  call: QuotedCall,
  { usage, isEstimated, rule }: UsedTokens,
  deps: CountDeps,
): Promise<UsedTokens> {
  const { answer, facts } = call;
  const input = usage.flags.includes('input_unreadable')
    ? 'input_unreadable'
    : lacksInput(call, usage)
      ? 'input_missing'
      : null;
  const counted = await countTextOutput(call, deps);
  const output = unbelievableOutput(call, usage, counted);
  const believed = { ...usage, flags: withFlags(usage.flags, input, output) };
  if (input !== null) {
    const { textInput, imageInput, audioInput } = likelyInput(
      facts,
      await countInput(call, deps.tokenCounter),
    );
    Object.assign(believed, { textInput, imageInput, audioInput });
    Object.assign(believed, { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 });
  }
  if (output !== null) {
    believed.textOutput = counted;
    believed.reasoningOutput = 0;
    believed.audioOutput = answer?.audioTokens ?? 0;
    believed.imageOutput = answer?.imageTokens ?? 0;
  }
  return { usage: believed, isEstimated: isEstimated || input !== null || output !== null, rule };
}

const lacksInput = ({ facts }: QuotedCall, usage: Usage): boolean =>
  inputTokensOf(usage) === 0 && facts.leastInputTokens >= MIN_TEXT_TOKENS;

const mayLackOutput = (call: QuotedCall, usage: Usage): boolean =>
  outputTokensOf(usage) === 0 && (call.dialect.operation.kind === 'conversation' || hasPaidPictures(call));

/** A vendor that charges pictures by number need not count their tokens. */
const hasPaidPictures = ({ answer, route }: QuotedCall): boolean =>
  answer !== null && answer.imageTokens > 0 && route?.price.rates.some(({ output }) => output > 0) === true;

/** A token of text has at least one byte; tokens beyond the text are thinking. */
const hiddenBound = ({ facts }: QuotedCall): number => MAX_HIDDEN_OUTPUT * facts.answerCount;
const spokenTokens = ({ textOutput, reasoningOutput }: Usage): number => textOutput + reasoningOutput;

function unbelievableOutput(call: QuotedCall, usage: Usage, counted: number): UsageFlag | null {
  if (usage.flags.includes('output_unreadable')) return 'output_unreadable';
  if (mayLackOutput(call, usage)) {
    const { audioTokens = 0, imageTokens = 0 } = call.answer ?? {};
    return counted + audioTokens + imageTokens > 0 ? 'output_missing' : null;
  }
  const textBytes = call.answer?.textBytes ?? 0;
  return spokenTokens(usage) > hiddenBound(call) + textBytes ? 'output_exceeds_text' : null;
}

function withFlags(flags: readonly UsageFlag[], ...more: (UsageFlag | null)[]): readonly UsageFlag[] {
  const all = new Set(flags);
  for (const flag of more) if (flag !== null) all.add(flag);
  return all.size === 0 ? NO_FLAGS : [...all];
}
