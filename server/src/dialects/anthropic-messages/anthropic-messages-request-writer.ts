import type { RequestTarget } from '../conversation-format.ts';
import { writeCallId } from '../neutral/call-ids.ts';
import { requestInput } from '../neutral/call-input.ts';
import type {
  CacheMark,
  CallPart,
  Conversation,
  MediaPart,
  Part,
  ResultPart,
  Tool,
  ToolChoice,
  Turn,
} from '../neutral/conversation.ts';
import { customAsFunction } from '../neutral/custom-tools.ts';
import {
  groupResults,
  isBlank,
  LOST_WORDS,
  losesLastWords,
  NO_WORDS,
  splitSystem,
  withOwnCallIds,
} from '../neutral/history.ts';
import { invalid } from '../neutral/members.ts';
import { withObjectInputs } from '../neutral/object-root.ts';
import { redactedData } from '../neutral/redacted-thinking.ts';
import { withAnswerSchema } from './claude-answer-schema.ts';
import { featuresOf } from './claude-features.ts';
import { strictSchemas } from './claude-strict-tools.ts';

const DIALECT = 'anthropic-messages';
/** Limit of the thinking in a request that is only counted. */
const LIMIT_OF_COUNTS = 8_192;
const TOOL_NAME = /^[A-Za-z0-9_-]{1,128}$/;
/** Source: Claude docs, "Building with extended thinking". */
const MIN_BUDGET_TOKENS = 1_024;
const MIN_TOP_P_THINKING = 0.95;
/** Parts of the bound that thinking may take, by OpenAI's words. */
const EFFORT_SHARES: ReadonlyMap<string, number> = new Map(
  Object.entries({ minimal: 0.1, low: 0.2, medium: 0.5 }),
);

/** A conversation as a request for a message. Source: Claude API reference, "Create a Message". */
export function writeMessagesRequest(asked: Conversation, target: RequestTarget): object {
  const { report } = target;
  const tools = withObjectInputs(asked.tools, { isFlat: true, report });
  const { talk, schema } = withAnswerSchema({ ...asked, tools }, target);
  for (const { dialect, path } of talk.leftovers) if (dialect !== DIALECT) report.note('dropped', path);
  // A count has none.
  const max_tokens = target.outputLimit?.tokens ?? LIMIT_OF_COUNTS;
  const { system, turns } = splitSystem(talk.turns, report);
  const instructions = writeSystem(system, target);
  // The vendor takes no id twice, and some number the calls of each answer anew.
  const history = withOwnCallIds(groupResults(turns));
  const thinking = writeThinking(talk, { maxTokens: max_tokens, history, target });
  const strict = strictSchemas(talk, schema, target);
  const written = talk.tools.flatMap((tool) => writeTool(tool, strict.get(tool) ?? null, target));
  const config = { ...thinking.effort, ...(schema !== null && { format: { type: 'json_schema', schema } }) };
  return {
    model: target.upstreamModel,
    max_tokens,
    ...(instructions.length > 0 && { system: instructions }),
    messages: writeTurns(talk, history, {
      hasSystem: instructions.length > 0,
      thinks: thinking.isOn,
      target,
    }),
    ...(written.length > 0 && { tools: written }),
    ...writeToolChoice(talk, { hasTools: written.length > 0, thinks: thinking.isOn, target }),
    ...(thinking.thinking !== null && { thinking: thinking.thinking }),
    ...(Object.keys(config).length > 0 && { output_config: config }),
    ...writeSettings(talk, thinking.isOn, target),
    ...writeAccount(talk, target),
    ...(target.stream && { stream: true }),
  };
}

function writeSystem(parts: readonly Part[], target: RequestTarget): object[] {
  return parts.flatMap((part) => {
    if (part.kind === 'text') return writePart(part, target);
    target.report.note('dropped', `system.${part.kind}`);
    return [];
  });
}

interface WrittenThinking {
  thinking: object | null;
  effort: object;
  isOn: boolean;
}

const NO_THINKING: WrittenThinking = { thinking: null, effort: {}, isOn: false };

function writeThinking(
  { thinking: wish, toolChoice }: Conversation,
  { maxTokens, history, target }: { maxTokens: number; history: readonly Turn[]; target: RequestTarget },
): WrittenThinking {
  if (wish === null) return isForced(toolChoice) ? unaskedOff(target) : NO_THINKING;
  const { report, upstreamModel, thinkingShare } = target;
  const { isAdaptive, thinks, hidesThinking } = featuresOf(upstreamModel);
  if (wish.mode === 'off' || wish.effort === 'none') return turnedOff(target);
  if (thinks === 'never') {
    report.note('dropped', 'thinking', 'the model does not think');
    return NO_THINKING;
  }
  if (lacksSeal(history) && thinks !== 'always') {
    // A model that thinks wants the thinking before its calls back; nobody has it, so this turn goes on without.
    report.note('approximated', 'thinking', 'off for this turn: the thinking before its calls is missing');
    return turnedOff(target);
  }
  const display = wish.shown === false ? 'omitted' : hidesThinking ? 'summarized' : null;
  const shown = display === null ? {} : { display };
  const effort = wish.effort ?? effortOfBudget(wish.budgetTokens, maxTokens);
  if (isAdaptive) {
    if (wish.budgetTokens !== null) report.note('approximated', 'thinking', `effort ${effort}`);
    return {
      thinking: { type: 'adaptive', ...shown },
      effort: { effort: ownEffort(effort, target) },
      isOn: true,
    };
  }
  const wanted = wish.budgetTokens ?? Math.floor(maxTokens * (EFFORT_SHARES.get(effort) ?? thinkingShare));
  // If the bound is no larger than the budget, a part of it stays for the answer.
  const fitting =
    wanted < maxTokens ? wanted : Math.min(Math.floor(maxTokens * thinkingShare), maxTokens - 1);
  const budget_tokens = Math.max(fitting, MIN_BUDGET_TOKENS);
  if (budget_tokens >= maxTokens) {
    report.note('approximated', 'thinking', `off: ${maxTokens} tokens leave no room for it`);
    return NO_THINKING;
  }
  if (wish.budgetTokens !== budget_tokens) report.note('approximated', 'thinking', `${budget_tokens} tokens`);
  return { thinking: { type: 'enabled', ...shown, budget_tokens }, effort: {}, isOn: true };
}

/** A model that thinks unasked cannot be forced to call a tool, where nothing is said of thinking. */
function unaskedOff(target: RequestTarget): WrittenThinking {
  const { thinks } = featuresOf(target.upstreamModel);
  if (thinks === 'by-itself')
    target.report.note('approximated', 'thinking', 'off: a model that thinks cannot be forced to call');
  return turnedOff(target);
}

const isForced = (choice: ToolChoice | null): boolean =>
  choice?.kind === 'required' || choice?.kind === 'tool';

function turnedOff({ report, upstreamModel }: RequestTarget): WrittenThinking {
  const { thinks } = featuresOf(upstreamModel);
  if (thinks === 'by-itself') return { ...NO_THINKING, thinking: { type: 'disabled' } };
  if (thinks !== 'always') return NO_THINKING;
  report.note('approximated', 'thinking', 'the model always thinks');
  return { ...NO_THINKING, isOn: true };
}

function ownEffort(effort: string, { report, upstreamModel }: RequestTarget): string {
  const { takesXhigh } = featuresOf(upstreamModel);
  const own = effort === 'minimal' ? 'low' : effort === 'xhigh' && !takesXhigh ? 'max' : effort;
  if (own !== effort) report.note('approximated', 'thinking', `effort ${own}`);
  return own;
}

const effortOfBudget = (budget: number | null, maxTokens: number): string =>
  budget === null || budget > maxTokens / 2 ? 'high' : budget > maxTokens / 5 ? 'medium' : 'low';

/** Whether results of calls come whose turn does not begin with sealed thinking. */
function lacksSeal(history: readonly Turn[]): boolean {
  const last = history.at(-1);
  if (last?.role !== 'user' || last.parts[0]?.kind !== 'result') return false;
  const first = history.at(-2)?.parts[0];
  return first?.kind !== 'thinking' || first.seal?.dialect !== DIALECT;
}

function writeSettings({ settings }: Conversation, thinks: boolean, target: RequestTarget): object {
  const { report, upstreamModel } = target;
  const { sampled } = featuresOf(upstreamModel);
  const isSampled = !thinks && sampled !== 'never';
  const {
    temperature,
    topP,
    topK,
    stop,
    seed,
    answerCount,
    presencePenalty,
    frequencyPenalty,
    logprobs,
    verbosity,
  } = settings;
  const isSaidByTopP = isSampled
    ? temperature === null || sampled === 'by-both'
    : sampled !== 'never' && (topP ?? 0) >= MIN_TOP_P_THINKING;
  const dropped = {
    ...{ seed, logprobs, verbosity },
    // A penalty of 0 has no effect, so its loss is not reported.
    presence_penalty: presencePenalty === 0 ? null : presencePenalty,
    frequency_penalty: frequencyPenalty === 0 ? null : frequencyPenalty,
    n: answerCount === 1 ? null : answerCount,
    temperature: isSampled || temperature === 1 ? null : temperature,
    top_k: isSampled ? null : topK,
    top_p: isSaidByTopP || topP === 1 ? null : topP,
  };
  for (const [name, value] of Object.entries(dropped)) if (value !== null) report.note('dropped', name);
  if (temperature !== null && temperature > 1 && isSampled)
    report.note('approximated', 'temperature', 'the highest is 1');
  const stops = stop.filter((text) => text.trim() !== '');
  if (stops.length < stop.length) report.note('dropped', 'stop', 'white space alone is not taken');
  return {
    ...(temperature !== null && isSampled && { temperature: Math.min(temperature, 1) }),
    ...(topP !== null && isSaidByTopP && { top_p: topP }),
    ...(topK !== null && isSampled && { top_k: topK }),
    ...(stops.length > 0 && { stop_sequences: stops }),
  };
}

function writeAccount({ account, previousId }: Conversation, { report }: RequestTarget): object {
  const { user, metadata, cacheKey, serviceTier, store } = account;
  if (metadata !== null) report.note('dropped', 'metadata');
  if (cacheKey !== '') report.note('dropped', 'prompt_cache_key');
  if (serviceTier !== '') report.note('dropped', 'service_tier');
  if (store === true) report.note('dropped', 'store');
  if (previousId !== null) report.note('dropped', 'previous_response_id');
  return user === '' ? {} : { metadata: { user_id: user } };
}

const markOf = (mark: CacheMark | null): object =>
  mark === null
    ? {}
    : { cache_control: { type: 'ephemeral', ...(mark.lifetime === '1h' && { ttl: mark.lifetime }) } };

const NO_INPUT = { type: 'object', properties: {} };

/** @param strict the schema that is kept to */
function writeTool(tool: Tool, strict: object | null, { report, toolNames }: RequestTarget): object[] {
  if (tool.kind === 'server') {
    report.note('dropped', `tools.${tool.type}`, 'runs at another vendor');
    return [];
  }
  const { name, description, schema } = tool.kind === 'custom' ? customAsFunction(tool, report) : tool;
  return [
    {
      name: toolNames.write(name, TOOL_NAME),
      ...(description !== '' && { description }),
      input_schema: strict ?? schema ?? NO_INPUT,
      ...(strict !== null && { strict: true }),
      ...(tool.kind === 'function' && markOf(tool.mark)),
    },
  ];
}

function writeToolChoice(
  talk: Conversation,
  { hasTools, thinks, target }: { hasTools: boolean; thinks: boolean; target: RequestTarget },
): object {
  const { toolChoice, parallelCalls, tools } = talk;
  if (!hasTools) {
    if (isForced(toolChoice)) throw invalid('tool_choice', 'unsupported_tool');
    return {};
  }
  const serial = parallelCalls === null ? {} : { disable_parallel_tool_use: !parallelCalls };
  if (toolChoice?.kind === 'tool') {
    const isKept = tools.some((tool) => tool.kind !== 'server' && tool.name === toolChoice.name);
    if (!isKept) throw invalid('tool_choice', 'unsupported_tool');
  }
  if (isForced(toolChoice) && thinks) {
    target.report.note('approximated', 'tool_choice', 'auto: a model that thinks cannot be forced');
    return { tool_choice: { type: 'auto', ...serial } };
  }
  switch (toolChoice?.kind) {
    case 'tool':
      return {
        tool_choice: { type: 'tool', name: target.toolNames.write(toolChoice.name, TOOL_NAME), ...serial },
      };
    case 'required':
      return { tool_choice: { type: 'any', ...serial } };
    case 'none':
      return { tool_choice: { type: 'none' } };
    default:
      return toolChoice === null && parallelCalls === null
        ? {}
        : { tool_choice: { type: 'auto', ...serial } };
  }
}

/** The vendor refuses turns without content: where nothing of one can be said, its neighbours are one turn. */
function writeTurns(
  talk: Conversation,
  history: readonly Turn[],
  { hasSystem, thinks, target }: { hasSystem: boolean; thinks: boolean; target: RequestTarget },
): object[] {
  const written: { role: Turn['role']; content: object[] }[] = [];
  for (const { role, parts } of history) {
    const content = parts.flatMap((part) => writePart(part, target));
    const before = written.at(-1);
    if (before?.role === role) for (const block of content) before.content.push(block);
    else if (content.length > 0) written.push({ role, content });
  }
  const goesOn = featuresOf(target.upstreamModel).takesPrefill && !thinks;
  const isLost = losesLastWords(talk.turns, written, { hasSystem });
  if (isLost || (!goesOn && written.at(-1)?.role === 'assistant')) {
    const why = isLost ? LOST_WORDS : 'a turn of the user: the model does not go on with the assistant’s';
    target.report.note('approximated', 'messages.content', why);
    written.push({ role: 'user', content: [{ type: 'text', text: NO_WORDS }] });
  }
  const last = written.at(-1);
  if (last === undefined) throw invalid('messages', 'required');
  // A last turn of the assistant is gone on with; the vendor refuses white space at its end.
  const end = last.content.at(-1) as { text?: unknown } | undefined;
  if (last.role === 'assistant' && typeof end?.text === 'string' && /\s$/.test(end.text)) {
    target.report.note('approximated', 'messages.content', 'without the white space at its end');
    end.text = end.text.trimEnd();
  }
  return written;
}

/** The vendor refuses texts of nothing but white space, which other vendors' models write before their calls. */
const textBlock = (text: string, mark: CacheMark | null = null): object[] =>
  isBlank(text) ? [] : [{ type: 'text', text, ...markOf(mark) }];

function writePart(part: Part, target: RequestTarget): object[] {
  const { report } = target;
  switch (part.kind) {
    case 'text':
      if (part.citations.length > 0) report.note('dropped', 'citations');
      return textBlock(part.text, part.mark);
    case 'refusal':
      return textBlock(part.text);
    case 'media':
      return [{ ...writeMedia(part, target), ...markOf(part.mark) }];
    case 'call':
      return [writeCall(part, target)];
    case 'result':
      return [writeResult(part, target)];
    case 'thinking': {
      if (part.seal?.dialect !== DIALECT) {
        report.note('dropped', 'thinking', 'without a signature of the target');
        return [];
      }
      const data = redactedData(part.seal, target.texts);
      return data === null
        ? [{ type: 'thinking', thinking: part.text, signature: part.seal.value }]
        : [{ type: 'redacted_thinking', data }];
    }
    default:
      report.note('dropped', `content.${part.type}`);
      return [];
  }
}

function writeCall(call: CallPart, { report, texts, toolNames }: RequestTarget): object {
  const { id, name, seal, mark } = call;
  if (seal !== null && seal.dialect !== DIALECT) report.note('dropped', 'signature');
  const input = requestInput(call, { texts, report });
  const written = toolNames.write(name, TOOL_NAME);
  return { type: 'tool_use', id: writeCallId(id), name: written, input, ...markOf(mark) };
}

function writeResult({ callId, parts, isError, mark }: ResultPart, target: RequestTarget): object {
  return {
    type: 'tool_result',
    tool_use_id: writeCallId(callId),
    content: parts.flatMap((part) => writePart(part, target)),
    ...(isError && { is_error: true }),
    ...markOf(mark),
  };
}

/** @throws request.invalid where the vendor takes no such media */
function writeMedia({ media, mimeType, name, source, detail }: MediaPart, target: RequestTarget): object {
  if (media === 'audio' || media === 'video') throw invalid('messages.content', `unsupported_${media}`);
  if (detail !== '' && detail !== 'auto') target.report.note('dropped', 'image_url.detail');
  const title = media === 'file' && name !== '' ? { title: name } : {};
  const type = media === 'image' || mimeType.startsWith('image/') ? 'image' : 'document';
  switch (source.kind) {
    case 'url':
      return { type, source: { type: 'url', url: source.url }, ...title };
    case 'id':
      return { type, source: { type: 'file', file_id: source.id }, ...title };
    case 'text':
      return { type, source: { type: 'text', media_type: 'text/plain', data: source.text }, ...title };
    default:
      return { type, source: bytesSource(type, mimeType, source.data, target), ...title };
  }
}

function bytesSource(type: string, mimeType: string, data: string, { texts }: RequestTarget): object {
  if (type === 'document' && mimeType.startsWith('text/')) {
    const text = Buffer.from(texts.full(data), 'base64').toString('utf8');
    return { type: 'text', media_type: 'text/plain', data: text };
  }
  const usual = type === 'image' ? 'image/png' : 'application/pdf';
  return { type: 'base64', media_type: mimeType || usual, data };
}
