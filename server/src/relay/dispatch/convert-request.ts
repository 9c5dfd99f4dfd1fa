import type { OutputLimit } from '../../dialects/call-facts.ts';
import type { AnswerOptions, ConversationFormat } from '../../dialects/conversation-format.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { LongTexts } from '../../platform/long-texts.ts';
import type { CallContext, ConvertedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import type { WrittenMembers } from './written-members.ts';

/** A caller who would rather be refused than lose a field says `true`. */
const STRICT_HEADER = 'x-turnpike-strict';

/**
 * Writes the caller's request anew in the dialect of the chosen form, and remembers how its answer is converted back.
 * @throws request.invalid where the form cannot express something that must not be left out
 */
export async function convertRequest(
  ctx: CallContext,
  written: WrittenMembers,
  { options }: Pick<RelayNeeds, 'options'>,
): Promise<Buffer> {
  const { route, form, facts, address, dialect, body } = ctx;
  if (route === null || form === null || facts === null) throw new Error('dispatch comes after select');
  const [caller, upstream] = await Promise.all([loadFormat(dialect), loadFormat(form.dialect)]);
  const texts = new LongTexts();
  const report = new ConversionReport();
  const talk = caller.readRequest(texts.parse(body), { address, texts });
  const { outputLimit, asksUsage } = written;
  const { anthropicMaxTokens, thinkingShare } = options();
  const tree = upstream.writeRequest(talk, {
    upstreamModel: route.upstreamModel,
    stream: facts.stream,
    asksUsage: asksUsage || facts.wantsUsage,
    outputLimit: limitOfOne(outputLimit, facts.answerCount),
    defaultOutputTokens: anthropicMaxTokens[route.upstreamModel] ?? anthropicMaxTokens.default,
    thinkingShare,
    report,
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
    customTools: new Set(talk.tools.flatMap((tool) => (tool.kind === 'custom' ? [tool.name] : []))),
  };
  return texts.write(tree);
}

/** A bound is for all answers together; a request names that of each. */
const limitOfOne = (limit: OutputLimit | null, answerCount: number): OutputLimit | null =>
  limit === null ? null : { ...limit, tokens: Math.max(1, Math.floor(limit.tokens / answerCount)) };

function loadFormat({ conversation }: CallContext['dialect']): Promise<ConversationFormat> {
  if (conversation === null) throw invalid('', 'unsupported');
  return conversation();
}

/** How an answer is written for the caller of a converted call. */
export function answerOptionsOf(
  { requestId, facts, route }: CallContext,
  { customTools, upstream }: ConvertedCall,
  nowSeconds: number,
): AnswerOptions {
  if (facts === null || route === null) throw new Error('deliver comes after dispatch');
  return {
    fallback: { id: requestId, model: facts.model, createdSeconds: nowSeconds },
    answerCount: upstream.hasSeveralAnswers ? facts.answerCount : 1,
    wantsUsage: facts.wantsUsage,
    framing: facts.framing,
    inputTokens: facts.likelyInputTokens,
    customTools,
    counted: null,
  };
}
