import type { AnswerOptions } from '../conversation-format.ts';
import type { AnswerHead, Logprob, Stop } from '../neutral/answer.ts';
import { isPictureInBytes } from '../neutral/answer-losses.ts';
import type { PartHead } from '../neutral/answer-sink.ts';
import type { Citation, Seal } from '../neutral/conversation.ts';
import { parseObject } from '../neutral/json-values.ts';
import { writeSeal } from '../neutral/seals.ts';
import { responsesStops } from '../neutral/stop-reasons.ts';
import { writeCallSeal } from './call-seals.ts';
import type { ResponseHead } from './openai-responses-events.ts';
import { calledTool } from './tool-namespaces.ts';

/** Head of a response. Its id comes from the call, because upstreams repeat theirs. */
export function responseHeadOf(head: AnswerHead, fallback: AnswerHead): ResponseHead {
  return {
    id: `resp_${fallback.id}`,
    model: head.model || fallback.model,
    createdSeconds: head.createdSeconds || fallback.createdSeconds,
  };
}

/** An item's id: of the response it is in, and its place. */
export const itemId = (prefix: string, { id }: ResponseHead, place: number): string =>
  `${prefix}_${id.slice('resp_'.length)}_${place}`;

/** The id of an answer that the gateway wrote; first, what it is kept by. */
export const OWN_RESPONSE_ID = /^resp_(req_\w+)$/;

/** Such an id of an item, or that of one which carries a seal; first, what its answer is kept by. */
export const OWN_ITEM_ID = /^(?:msg|rs|fc|ctc|ig|item)_(req_\w+)_\d+(?:_seal)?$/;

/** Members of a response that say how it ended. */
export function endMembersOf(stop: Stop | null): { status: string; [member: string]: unknown } {
  const word = responsesStops.write[stop?.reason ?? 'end'];
  return word === 'completed'
    ? { status: word }
    : { status: 'incomplete', incomplete_details: { reason: word } };
}

export const outputText = (text: string, annotations: object[], logprobs: object[]): object => ({
  type: 'output_text',
  annotations,
  logprobs,
  text,
});

export const urlCitation = ({ url, title, start, end }: Citation): object => ({
  type: 'url_citation',
  url,
  title,
  start_index: start ?? 0,
  end_index: end ?? 0,
});

export const writeLogprob = ({ top, ...token }: Logprob): object => ({ ...token, top_logprobs: top });

export const messageItem = (id: string, status: string, content: object[]): object => ({
  id,
  type: 'message',
  status,
  content,
  role: 'assistant',
});

/** Clients that ask for a summary show nothing else: the thinking of another vendor's model comes as one. */
export const asShown = <Told extends { kind: string }>(told: Told, { thinkingShown }: AnswerOptions): Told =>
  thinkingShown === true && told.kind === 'thinking' ? { ...told, isSummary: true } : told;

export const reasoningItem = (
  id: string,
  { text, isSummary, seal }: { text: string; isSummary: boolean; seal: Seal | null },
): object => ({
  id,
  type: 'reasoning',
  summary: isSummary && text !== '' ? [{ type: 'summary_text', text }] : [],
  ...(!isSummary && text !== '' && { content: [{ type: 'reasoning_text', text }] }),
  ...(seal !== null && { encrypted_content: writeSeal(seal, 'openai-responses') }),
});

/** The item that carries the seal of a call. */
export const callSealItem = (id: string, callId: string, seal: Seal): object => ({
  id,
  type: 'reasoning',
  summary: [],
  encrypted_content: writeCallSeal(callId, seal),
});

type CallHead = PartHead & { kind: 'call' };

/** Its input has no events of its own. */
export const isSearchCall = ({ name }: CallHead, namespaced: AnswerOptions['namespaced']): boolean =>
  namespaced.get(name)?.isSearch === true;

/** @param input null while the call begins */
export function callItem(
  id: string,
  { head, input, namespaced }: { head: CallHead; input: string | null } & Pick<AnswerOptions, 'namespaced'>,
): object {
  const status = input === null ? 'in_progress' : 'completed';
  const { id: call_id, isCustom } = head;
  if (isSearchCall(head, namespaced)) {
    const given = input === null ? null : parseObject(input);
    return { id, type: 'tool_search_call', status, execution: 'client', call_id, arguments: given ?? {} };
  }
  const called = calledTool(head.name, namespaced);
  return isCustom
    ? { id, type: 'custom_tool_call', status, call_id, input: input ?? '', ...called }
    : { id, type: 'function_call', status, arguments: input ?? '', call_id, ...called };
}

/** A picture is the result of a tool at the vendor; other media have no place. Null where there is none. */
export function finishedItem(id: string, head: PartHead): { id: string; type: string } | null {
  if (head.kind === 'opaque' && head.dialect === 'openai-responses')
    return { ...head.value, id, type: head.type };
  if (head.kind !== 'media' || !isPictureInBytes(head)) return null;
  const output_format = /^image\/(\w+)/.exec(head.mimeType)?.[1] ?? 'png';
  const picture = { id, type: 'image_generation_call', status: 'completed' };
  return Object.assign(picture, { output_format, result: head.source.data });
}

export const idPrefixes = {
  text: 'msg',
  refusal: 'msg',
  thinking: 'rs',
  media: 'ig',
  opaque: 'item',
} as const;

export const callPrefix = ({ isCustom }: CallHead): string => (isCustom ? 'ctc' : 'fc');
