import type { OutputLimit } from '../../dialects/call-facts.ts';
import type { AnswerOptions, CallerFormat, UpstreamFormat } from '../../dialects/conversation-format.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { restoreSeals, type SealedTurn } from '../../dialects/neutral/sealed-turn.ts';
import { ToolNames } from '../../dialects/neutral/tool-names.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { MAX_STRUCTURE_BYTES, TooMuchStructureError } from '../../platform/json-structure.ts';
import { LongTexts } from '../../platform/long-texts.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { CallContext, ConvertedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import type { WrittenMembers } from './written-members.ts';

/** A caller who would rather be refused than lose a field says `true`. */
const STRICT_HEADER = 'x-turnpike-strict';

/**
 * Writes the caller's request anew in the dialect of the chosen form, and remembers how its answer is converted back.
 * @throws request.invalid where the form cannot express something that must not be left out; request.too_large
 */
export async function convertRequest(
  ctx: CallContext,
  written: WrittenMembers,
  needs: Pick<RelayNeeds, 'options' | 'keptThinking'>,
): Promise<Buffer> {
  try {
    return await convert(ctx, written, needs);
  } catch (cause) {
    if (cause instanceof TooMuchStructureError) throw new GatewayError('request.too_large', {}, { cause });
    throw cause;
  }
}

async function convert(
  ctx: CallContext,
  written: WrittenMembers,
  { options, keptThinking }: Pick<RelayNeeds, 'options' | 'keptThinking'>,
): Promise<Buffer> {
  const { route, form, identity, facts, address, dialect, body } = ctx;
  if (route === null || form === null || facts === null) throw new Error('dispatch comes after select');
  const [caller, upstream] = await Promise.all([loadCallerFormat(dialect), loadUpstreamFormat(form.dialect)]);
  const texts = new LongTexts({ maxBytes: MAX_STRUCTURE_BYTES });
  const report = new ConversionReport();
  const toolNames = new ToolNames(report);
  const pause = async (): Promise<void> => (body.length > ONE_TURN_BYTES ? nextTurn() : undefined);
  const parsed = texts.parse(body);
  await pause();
  const talk = caller.readRequest(parsed, { address, texts });
  const findSealed = (callId: string): SealedTurn | undefined =>
    identity === null ? undefined : keptThinking.find(identity.userId, callId, form.dialect.name);
  if (caller.dropsSeals && restoreSeals(talk, findSealed))
    report.note('added', 'messages.thinking', 'as the model had sealed it');
  await pause();
  const { upstreamModel } = route;
  const { outputLimit, asksUsage } = written;
  const { anthropicMaxTokens, thinkingShare } = options();
  const tree = upstream.writeRequest(talk, {
    upstreamModel,
    stream: facts.stream,
    asksUsage: asksUsage || facts.wantsUsage,
    outputLimit: limitOfOne(outputLimit, upstream.hasSeveralAnswers ? facts.answerCount : 1),
    defaultOutputTokens: Object.hasOwn(anthropicMaxTokens, upstreamModel)
      ? (anthropicMaxTokens[upstreamModel] ?? anthropicMaxTokens.default)
      : anthropicMaxTokens.default,
    thinkingShare,
    report,
    toolNames,
    texts,
  });
  if (ctx.caller.request.headers[STRICT_HEADER] === 'true' && report.losses > 0)
    throw new GatewayError('request.lossy_conversion', { fields: report.header() });
  ctx.converted = {
    from: dialect.name,
    to: form.dialect.name,
    report,
    caller,
    upstream,
    toolNames,
    namespaced: new Map(talk.namespaced.map((tool) => [tool.name, tool])),
    customTools: new Set(talk.tools.flatMap((tool) => (tool.kind === 'custom' ? [tool.name] : []))),
    wantsSummary: talk.thinking?.shown === true,
  };
  await pause();
  return texts.write(tree);
}

/** The steps of a longer body leave a turn to other calls between them. */
const ONE_TURN_BYTES = 128 * 1024;

/** A bound is for all answers together; a request names that of each. */
const limitOfOne = (limit: OutputLimit | null, answerCount: number): OutputLimit | null =>
  limit === null ? null : { ...limit, tokens: Math.max(1, Math.floor(limit.tokens / answerCount)) };

function loadCallerFormat({ callerConversation, conversation }: Dialect): Promise<CallerFormat> {
  const load = callerConversation ?? conversation;
  if (load === null) throw invalid('', 'unsupported');
  return load();
}

function loadUpstreamFormat({ conversation }: Dialect): Promise<UpstreamFormat> {
  if (conversation === null) throw invalid('', 'unsupported');
  return conversation();
}

/** How an answer is written for the caller of a converted call. */
export function answerOptionsOf(
  { requestId, facts, route, identity }: CallContext,
  { caller, customTools, namespaced, report, toolNames, upstream, wantsSummary }: ConvertedCall,
  { clock, keptThinking }: Pick<RelayNeeds, 'clock' | 'keptThinking'>,
): AnswerOptions {
  if (facts === null || route === null || identity === null) throw new Error('deliver comes after dispatch');
  const { userId } = identity;
  return {
    fallback: { id: requestId, model: facts.model, createdSeconds: clock.nowSeconds() },
    answerCount: upstream.hasSeveralAnswers ? facts.answerCount : 1,
    wantsUsage: facts.wantsUsage,
    framing: facts.framing,
    inputTokens: facts.likelyInputTokens,
    toolNames,
    customTools,
    wantsSummary,
    namespaced,
    counted: null,
    onSealed: caller.dropsSeals ? (turn) => keptThinking.note(userId, turn) : undefined,
    report,
  };
}
