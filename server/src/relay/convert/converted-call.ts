import type { AnswerOptions, ConversationFormats } from '../../dialects/conversation-format.ts';
import { ConvertedStream } from '../../dialects/converted-stream.ts';
import type { Conversation } from '../../dialects/neutral/conversation.ts';
import type { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { ToolNames } from '../../dialects/neutral/tool-names.ts';
import { tellsUsage } from '../answer/told-cost.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { ConvertedCall } from '../call/call-parts.ts';
import { ConvertedAnswer } from '../opened/converted-answer.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { answersOf } from '../request/written-members.ts';

/**
 * Collects everything needed to write the answer of a converted call for its caller.
 * @param talk the request as read; it is not kept
 */
export function toConvertedCall(
  call: RoutedCall,
  converted: {
    formats: ConversationFormats;
    talk: Conversation;
    toolNames: ToolNames;
    report: ConversionReport;
    onSealed: AnswerOptions['onSealed'];
  },
  deps: Pick<RelayDeps, 'clock' | 'tokenCounter' | 'keptAnswers'>,
): ConvertedCall {
  const { formats, report } = converted;
  const options = toAnswerOptions(call, converted, deps);
  const { tokenCounter } = deps;
  return {
    from: call.dialect.name,
    to: call.form.dialect.name,
    report,
    openWhole: (answer) => ConvertedAnswer.open(call, answer, { formats, options, tokenCounter }),
    openJoined: (answer) => ConvertedAnswer.ofJoined(call, answer, { formats, options, tokenCounter }),
    openStream: () => new ConvertedStream(formats, options),
  };
}

function toAnswerOptions(
  call: RoutedCall,
  { talk, toolNames, report, onSealed }: Parameters<typeof toConvertedCall>[1],
  { clock, keptAnswers }: Pick<RelayDeps, 'clock' | 'keptAnswers'>,
): AnswerOptions {
  const { requestId, facts, identity } = call;
  return {
    fallback: { id: requestId, model: facts.model, createdSeconds: clock.nowSeconds() },
    answerCount: answersOf(call),
    wantsUsage: tellsUsage(call),
    framing: facts.framing,
    inputTokens: facts.likelyInputTokens,
    toolNames,
    customTools: new Set(talk.tools.flatMap((tool) => (tool.kind === 'custom' ? [tool.name] : []))),
    thinkingShown: talk.thinking?.shown ?? null,
    namespaced: new Map(talk.namespaced.map((tool) => [tool.name, tool])),
    counted: null,
    onSealed,
    onItems:
      talk.account.store === false
        ? undefined
        : (items) => keptAnswers.keep(identity.userId, requestId, { model: facts.model, items }),
    report,
  };
}
