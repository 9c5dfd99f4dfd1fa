import type { OutputLimit } from '../../dialects/call-facts.ts';
import type { ConversationFormats } from '../../dialects/conversation-format.ts';
import type { Dialect, UpstreamDialect } from '../../dialects/dialect.ts';
import { leaveOutOtherTools } from '../../dialects/neutral/allowed-tools.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { linkedPartsOf } from '../../dialects/neutral/linked-parts.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { mendMedia } from '../../dialects/neutral/mended-media.ts';
import { ToolNames } from '../../dialects/neutral/tool-names.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { MAX_STRUCTURE_BYTES, TooMuchStructureError } from '../../platform/json-structure.ts';
import { LongTexts } from '../../platform/long-texts.ts';
import type { Pieces } from '../../platform/pieces.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { RoutedCall } from '../call-context.ts';
import type { WrittenMembers } from '../dispatch/written-members.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { toConvertedCall } from './converted-call.ts';
import { refuseLosses } from './refuse-losses.ts';
import { restoreThinking } from './restore-thinking.ts';

/**
 * Writes the caller's request anew in the dialect of the chosen form, and remembers how its answer is converted back.
 * @throws request.invalid where the form cannot express something that must not be left out; request.too_large
 */
export async function convertRequest(
  call: RoutedCall,
  written: WrittenMembers,
  needs: RelayNeeds,
): Promise<Buffer | Pieces> {
  try {
    return await convert(call, written, needs);
  } catch (cause) {
    if (cause instanceof TooMuchStructureError) throw new GatewayError('request.too_large', {}, { cause });
    throw cause;
  }
}

async function convert(
  call: RoutedCall,
  written: WrittenMembers,
  needs: RelayNeeds,
): Promise<Buffer | Pieces> {
  const { route, form, facts, address, dialect, body } = call;
  const formats = await loadFormats({ caller: dialect, upstream: form.dialect });
  const { caller, upstream } = formats;
  const texts = new LongTexts({ maxBytes: MAX_STRUCTURE_BYTES });
  const report = new ConversionReport();
  const toolNames = new ToolNames(report);
  const isLong = body.length > ONE_TURN_BYTES;
  const pause = async (): Promise<void> => (isLong ? nextTurn() : undefined);
  const parsed = isLong ? await texts.parseInTurns(body) : texts.parse(body);
  await pause();
  const talk = caller.readRequest(parsed, { address, texts });
  leaveOutOtherTools(talk, report);
  await mendMedia(talk, { texts, onCopy: (bytes) => call.bodyHold.take(bytes) });
  await pause();
  const sealing = caller.dropsSeals ? restoreThinking(call, { talk, texts }, needs.keptThinking) : null;
  if (sealing?.isRestored) report.note('added', 'messages.thinking', 'as the model had sealed it');
  await pause();
  const { upstreamModel } = route;
  const linked = linkedPartsOf(
    talk,
    (part) => form.readsNoAddresses === true || !upstream.readsAddress(part, upstreamModel),
  );
  if (linked.length > 0) {
    // Loaded with the first call that needs it.
    const { fetchMedia } = await import('./fetch-media.ts');
    await fetchMedia(call, linked, { texts, report }, needs);
  }
  const { outputLimit, asksUsage, givesThinkingBack } = written;
  const { anthropicMaxTokens, thinkingShare } = needs.options();
  const tree = upstream.writeRequest(talk, {
    upstreamModel,
    stream: facts.stream,
    asksUsage: asksUsage || facts.wantsUsage,
    givesThinkingBack,
    outputLimit: limitOfOne(outputLimit, upstream.hasSeveralAnswers ? facts.answerCount : 1),
    defaultOutputTokens: Object.hasOwn(anthropicMaxTokens, upstreamModel)
      ? (anthropicMaxTokens[upstreamModel] ?? anthropicMaxTokens.default)
      : anthropicMaxTokens.default,
    thinkingShare,
    report,
    toolNames,
    texts,
  });
  refuseLosses(call, report);
  call.converted = toConvertedCall(
    call,
    { formats, talk, toolNames, report, onSealed: sealing?.keep },
    needs,
  );
  await pause();
  return texts.writeApart(tree);
}

/** The steps of a longer body leave a turn to other calls between them. */
const ONE_TURN_BYTES = 128 * 1024;

/** A bound is for all answers together; a request names that of each. */
const limitOfOne = (limit: OutputLimit | null, answerCount: number): OutputLimit | null =>
  limit === null ? null : { ...limit, tokens: Math.max(1, Math.floor(limit.tokens / answerCount)) };

async function loadFormats(dialects: {
  caller: Dialect;
  upstream: UpstreamDialect;
}): Promise<ConversationFormats> {
  const loadCaller = dialects.caller.callerConversation ?? dialects.caller.conversation;
  const loadUpstream = dialects.upstream.conversation;
  if (loadCaller === null || loadUpstream === null) throw invalid('', 'unsupported');
  const [caller, upstream] = await Promise.all([loadCaller(), loadUpstream()]);
  return { caller, upstream };
}
