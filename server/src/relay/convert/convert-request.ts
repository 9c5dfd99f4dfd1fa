import type { OutputLimit } from '../../dialects/call-facts.ts';
import type { ConversationFormats } from '../../dialects/conversation-format.ts';
import type { Dialect, UpstreamDialect } from '../../dialects/dialect.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import type { Pieces } from '../../platform/memory/pieces.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { weighLosses } from '../request/fits.ts';
import { answersOf, fateOfLimit, type WrittenMembers } from '../request/written-members.ts';
import { toConvertedCall } from './converted-call.ts';
import { readConversation, unreadPartsOf } from './read-conversation.ts';
import { restoreThinking } from './restore-thinking.ts';

/**
 * Rewrites the caller's request in the dialect of the chosen form, and stores how to convert the answer back.
 * @throws request.invalid if the form cannot express a required part; request.too_large; as `weighLosses`
 */
export async function convertRequest(
  call: RoutedCall,
  written: WrittenMembers,
  deps: RelayDeps,
): Promise<Buffer | Pieces> {
  const { route, form, facts, dialect } = call;
  const formats = await loadFormats({ caller: dialect, upstream: form.dialect });
  const { caller, upstream } = formats;
  const { talk, texts, report, toolNames, pause } = await readConversation(call, (parsed, source) =>
    caller.readRequest(parsed, source),
  );
  const sealing = caller.dropsSeals ? restoreThinking(call, { talk, texts }, deps.keptThinking) : null;
  if (sealing?.isRestored) report.note('added', 'messages.thinking', 'as the model had sealed it');
  await pause();
  const { upstreamModel } = route;
  const linked = unreadPartsOf(talk, { form, upstream, upstreamModel });
  if (linked.length > 0) {
    // Loaded with the first call that needs it.
    const { fetchMedia } = await import('./fetch-media.ts');
    await fetchMedia(call, linked, { texts, report }, deps);
  }
  const { asksUsage, givesThinkingBack } = written;
  const outputLimit = limitOfOne(written.outputLimit, answersOf(call));
  if (outputLimit !== null) {
    const fate = fateOfLimit(outputLimit.tokens, talk.settings.maxOutputTokens);
    if (fate !== null) report.note(fate, outputLimit.member, String(outputLimit.tokens));
  } else if (talk.settings.maxOutputTokens !== null) {
    const [member = 'max_tokens'] = form.dialect.limitMembers;
    report.note('approximated', member, 'left to the model, whose own is lower');
  }
  const { thinkingShare } = deps.options();
  const tree = upstream.writeRequest(talk, {
    upstreamModel,
    stream: facts.stream,
    asksUsage: asksUsage || facts.wantsUsage,
    givesThinkingBack,
    takesNoSchemas: form.takesNoSchemas === true,
    outputLimit,
    thinkingShare,
    report,
    toolNames,
    texts,
  });
  if (written.putsSystemFirst) (await form.dialect.systemFirst?.())?.(tree, { report });
  weighLosses(call, report);
  call.converted = toConvertedCall(call, { formats, talk, toolNames, report, onSealed: sealing?.keep }, deps);
  await pause();
  return texts.writeApart(tree);
}

/** The bound is for all answers together; a request states the limit of each. */
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
