import type { AnswerOptions } from '../conversation-format.ts';
import type { Answer } from '../neutral/answer.ts';
import type { CallPart, Part } from '../neutral/conversation.ts';
import { bareResponse } from './openai-responses-events.ts';
import {
  asShown,
  callItem,
  callPrefix,
  callSealItem,
  endMembersOf,
  finishedItem,
  idPrefixes,
  itemId,
  messageItem,
  outputText,
  reasoningItem,
  responseHeadOf,
  urlCitation,
  writeLogprob,
} from './openai-responses-items.ts';
import { writeResponsesUsage } from './openai-responses-usage.ts';

/** A whole answer as a response. Source: OpenAI API reference, "The response object". */
export function writeResponsesAnswer(
  { head, choices, usage, serviceTier }: Answer,
  options: AnswerOptions,
): object {
  const responseHead = responseHeadOf(head, options.fallback);
  const { parts = [], stop = null, logprobs = [] } = choices[0] ?? {};
  const charged = usage ?? options.counted;
  const output: object[] = [];
  const idOf = (prefix: string): string => itemId(prefix, responseHead, output.length);
  /** Content of the last item if it is a message, else null. */
  let content: object[] | null = null;
  let restLogprobs = logprobs.map(writeLogprob);
  for (const part of parts) {
    if (part.kind === 'text' || part.kind === 'refusal') {
      if (content === null) {
        content = [];
        output.push(messageItem(idOf(idPrefixes.text), 'completed', content));
      }
      content.push(
        part.kind === 'refusal'
          ? { type: 'refusal', refusal: part.text }
          : outputText(part.text, part.citations.map(urlCitation), restLogprobs),
      );
      if (part.kind === 'text') restLogprobs = [];
      continue;
    }
    content = null;
    output.push(...itemsOf(asShown(part, options), idOf, options));
  }
  options.onItems?.(output);
  return bareResponse(responseHead, {
    ...endMembersOf(stop),
    output,
    usage: charged === null ? null : writeResponsesUsage(charged),
    ...(serviceTier !== '' && { service_tier: serviceTier }),
  });
}

function itemsOf(part: Part, idOf: (prefix: string) => string, options: AnswerOptions): object[] {
  switch (part.kind) {
    case 'thinking':
      return [reasoningItem(idOf(idPrefixes.thinking), part)];
    case 'call':
      return callItems(part, idOf, options);
    case 'media':
    case 'opaque': {
      const item = finishedItem(idOf(idPrefixes[part.kind]), part);
      return item === null ? [] : [item];
    }
    default:
      return [];
  }
}

function callItems(
  part: CallPart,
  idOf: (prefix: string) => string,
  { namespaced }: AnswerOptions,
): object[] {
  const { isCustom, seal } = part;
  const input = isCustom ? part.input : part.input || '{}';
  const call = callItem(idOf(callPrefix(part)), { head: part, input, namespaced });
  return seal === null ? [call] : [call, callSealItem(`${idOf('rs')}_seal`, part.id, seal)];
}
