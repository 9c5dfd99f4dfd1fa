import { type CheckedModel, checkStatus } from '@turnpike/contract';
import type { CheckedAnswer } from './checked-model.ts';

type Result = CheckedModel['process'][number]['results'][number];

const passed = (name: Result['name'], remark = ''): Result => ({
  ...{ name, status: checkStatus.passed, remark, code: '' },
});
const failed = (name: Result['name'], code: string, remark = ''): Result => ({
  ...{ name, status: checkStatus.failed, remark, code },
});
const unknown = (name: Result['name'], code: string): Result => ({
  ...{ name, status: checkStatus.unknown, remark: '', code },
});

/** A step whose call failed. */
export const judgeFailure = (name: Result['name'], error: { code: string; detail: string }): Result =>
  failed(name, error.code, error.detail);

/** The answer to the plain question: it is there, with its usage and its model. */
export const judgePlain = (answer: CheckedAnswer): Result[] => [
  passed('answer'),
  judgeUsage(answer),
  judgeModel(answer),
];

function judgeUsage({ usage, isConversation }: CheckedAnswer): Result {
  if (usage === null) return failed('usage', 'channel.usage_missing');
  const { inputTokens, outputTokens } = usage;
  const isPlausible = inputTokens > 0 && (outputTokens > 0 || !isConversation);
  const remark = isConversation ? `${inputTokens} + ${outputTokens}` : String(inputTokens);
  return isPlausible ? passed('usage', remark) : failed('usage', 'channel.usage_missing', remark);
}

function judgeModel({ upstreamModel, reportedModel }: CheckedAnswer): Result {
  if (reportedModel === '') return unknown('model', 'channel.model_unnamed');
  return isModel(upstreamModel, reportedModel)
    ? passed('model', reportedModel)
    : failed('model', 'channel.other_model', reportedModel);
}

/**
 * Whether a reported name can be that of the model that was asked for. Vendors append the date of a snapshot, prefix
 * their own name, or write the name in another case.
 */
export function isModel(asked: string, reported: string): boolean {
  const [own, told] = [lastPart(asked), lastPart(reported)];
  return told === own || SNAPSHOT.test(told.startsWith(own) ? told.slice(own.length) : '');
}

/** A date or another number of a version, after the name. */
const SNAPSHOT = /^(?:[-@]v?\d{3,}[\d.-]*|:\d+)$/;

/** `openai/gpt-4o` and `models/gemini-2.5-pro` name what comes last. */
const lastPart = (name: string): string => name.toLowerCase().split('/').at(-1) ?? '';

export const judgeStream = ({ isStreamed }: CheckedAnswer): Result =>
  isStreamed ? passed('stream') : failed('stream', 'channel.not_streamed');

/** The function `add` has to be called with 2 and 3. */
export function judgeFunction({ functionCalls }: CheckedAnswer): Result {
  const call = functionCalls.find(({ name }) => name === 'add');
  if (call === undefined) return failed('function', 'channel.function_not_called');
  return isSumOf(call.input)
    ? passed('function', call.input.slice(0, MAX_REMARK))
    : failed('function', 'channel.function_misread', call.input.slice(0, MAX_REMARK));
}

const MAX_REMARK = 200;

function isSumOf(input: string): boolean {
  try {
    const { a, b } = JSON.parse(input) as { a?: unknown; b?: unknown };
    return (Number(a) === 2 && Number(b) === 3) || (Number(a) === 3 && Number(b) === 2);
  } catch {
    return false;
  }
}
