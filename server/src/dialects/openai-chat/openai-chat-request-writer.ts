import type { RequestTarget } from '../conversation-format.ts';
import { leaveOutMark } from '../neutral/cache-marks.ts';
import { shortCallId } from '../neutral/call-ids.ts';
import { completeSchema } from '../neutral/complete-schema.ts';
import type {
  CallPart,
  Conversation,
  MediaPart,
  Part,
  ResultPart,
  Settings,
  TextPart,
  Tool,
  Turn,
} from '../neutral/conversation.ts';
import { customAsFunction, functionInput } from '../neutral/custom-tools.ts';
import { dataUrl } from '../neutral/data-url.ts';
import { usualFileName } from '../neutral/file-names.ts';
import { beginOfCurrentTurn, groupResults, keepParts, withLastWords } from '../neutral/history.ts';
import { invalid } from '../neutral/members.ts';
import { withObjectInputs } from '../neutral/object-root.ts';
import { wantsAnyJson, withJsonWord } from '../neutral/told-schema.ts';
import { withObjectSchema } from '../openai/answer-schema.ts';
import { writeOpenAiAccount } from '../openai/openai-account.ts';
import { openAiEffort, takenThinking } from '../openai/openai-effort.ts';
import { featuresOf } from '../openai/openai-features.ts';
import { takenSettings } from '../openai/openai-sampling.ts';
import { takenStrict } from '../openai/strict-schema.ts';
import { isGoogleModel } from './google-models.ts';

const DIALECT = 'openai-chat';
/** Source: OpenAI API reference, "Create chat completion": `stop`. */
const MAX_STOPS = 4;
/** Source: OpenAI API reference, "Create chat completion": `messages`, `tools`. */
const MAX_CALL_ID = 40;
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** A conversation as a request of a chat completion. Source: OpenAI API reference, "Create chat completion". */
export function writeChatRequest(asked: Conversation, target: RequestTarget): object {
  const { report, outputLimit } = target;
  const talk = withObjectSchema(asked, target);
  for (const { dialect, path } of talk.leftovers) if (dialect !== DIALECT) report.note('dropped', path);
  const inputs = { isFlat: featuresOf(target.upstreamModel) !== null, report };
  const tools = withObjectInputs(talk.tools, inputs).flatMap((tool) => writeTool(tool, target));
  const turns = wantsAnyJson(talk.output) ? withJsonWord(talk.turns, target) : talk.turns;
  const messages = writeTurns(turns, target);
  const thinking = takenThinking(talk.thinking, target);
  const effort = thinking === null ? null : openAiEffort(thinking, target);
  return {
    model: target.upstreamModel,
    messages,
    ...(tools.length > 0 && { tools }),
    ...writeToolChoice(talk, tools.length > 0, target),
    ...(outputLimit !== null && { [outputLimit.member]: outputLimit.tokens }),
    ...writeSettings(takenSettings(talk.settings, effort, target), target),
    ...(effort !== null && { reasoning_effort: effort }),
    ...writeOutput(talk, target),
    ...writeVerbosity(talk, target),
    ...writeOpenAiAccount(talk, { userMember: 'user', takesTier: isOpenAiModel(target), report }),
    ...(talk.account.store !== null && { store: talk.account.store }),
    ...(target.stream && { stream: true }),
    ...(target.stream && target.asksUsage && { stream_options: { include_usage: true } }),
  };
}

function writeSettings(settings: Settings, { report }: RequestTarget): object {
  const { temperature, topP, topK, stop, seed, answerCount, presencePenalty, frequencyPenalty, logprobs } =
    settings;
  if (topK !== null) report.note('dropped', 'top_k');
  if (stop.length > MAX_STOPS)
    report.note('approximated', 'stop', `the first ${MAX_STOPS} of ${stop.length} are kept`);
  return {
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { top_p: topP }),
    ...(stop.length > 0 && { stop: stop.slice(0, MAX_STOPS) }),
    ...(seed !== null && { seed }),
    ...(answerCount !== null && answerCount > 1 && { n: answerCount }),
    ...(presencePenalty !== null && { presence_penalty: presencePenalty }),
    ...(frequencyPenalty !== null && { frequency_penalty: frequencyPenalty }),
    ...(logprobs !== null && { logprobs: true, ...(logprobs > 0 && { top_logprobs: logprobs }) }),
  };
}

/** Other vendors refuse members that they do not know. */
const isOpenAiModel = ({ upstreamModel }: RequestTarget): boolean =>
  /(?:^|\/)(?:gpt-(?!oss)|o\d|chatgpt-|codex-)/.test(upstreamModel);

function writeVerbosity({ settings }: Conversation, target: RequestTarget): object {
  const { verbosity } = settings;
  if (verbosity === null) return {};
  if (isOpenAiModel(target)) return { verbosity };
  target.report.note('dropped', 'verbosity');
  return {};
}

function writeOutput({ output }: Conversation, { report }: RequestTarget): object {
  if (output === null || output.format === 'text') return {};
  if (wantsAnyJson(output)) return { response_format: { type: 'json_object' } };
  const { name, description, schema } = output;
  const strict = takenStrict(output.strict, schema, 'response_format.strict', report);
  return {
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: name || 'answer',
        ...(description !== '' && { description }),
        schema: schema === null ? null : completeSchema(schema),
        ...(strict !== null && { strict }),
      },
    },
  };
}

function writeTool(tool: Tool, { report, toolNames }: RequestTarget): object[] {
  switch (tool.kind) {
    case 'function': {
      leaveOutMark(tool.mark, report);
      const { name, description, schema } = tool;
      const strict = takenStrict(tool.strict, schema, 'tools.strict', report);
      return [
        {
          type: 'function',
          function: {
            name: toolNames.write(name, TOOL_NAME),
            ...(description !== '' && { description }),
            ...(schema !== null && { parameters: completeSchema(schema) }),
            ...(strict !== null && { strict }),
          },
        },
      ];
    }
    case 'custom': {
      const { name, description, schema } = customAsFunction(tool, report);
      const written = toolNames.write(name, TOOL_NAME);
      return [{ type: 'function', function: { name: written, description, parameters: schema } }];
    }
    default:
      report.note('dropped', `tools.${tool.type}`, 'runs at another vendor');
      return [];
  }
}

function writeToolChoice(talk: Conversation, hasTools: boolean, { toolNames }: RequestTarget): object {
  const { toolChoice, parallelCalls } = talk;
  if (!hasTools) {
    if (toolChoice?.kind === 'required' || toolChoice?.kind === 'tool')
      throw invalid('tool_choice', 'unsupported_tool');
    return {};
  }
  if (toolChoice?.kind === 'tool') {
    const { name } = toolChoice;
    const isKept = talk.tools.some((tool) => tool.kind !== 'server' && tool.name === name);
    if (!isKept) throw invalid('tool_choice', 'unsupported_tool');
    return {
      tool_choice: { type: 'function', function: { name: toolNames.write(name, TOOL_NAME) } },
      ...(parallelCalls !== null && { parallel_tool_calls: parallelCalls }),
    };
  }
  if (toolChoice === null && parallelCalls === null) return {};
  return {
    ...(toolChoice !== null && { tool_choice: toolChoice.kind }),
    ...(parallelCalls !== null && toolChoice?.kind !== 'none' && { parallel_tool_calls: parallelCalls }),
  };
}

/** Vendors refuse messages that say nothing. @throws request.invalid where no other is left */
function writeTurns(asked: readonly Turn[], target: RequestTarget): object[] {
  const turns = groupResults(asked);
  const current = beginOfCurrentTurn(turns);
  const said = keepParts(turns, (part, { role }, at) =>
    role === 'assistant'
      ? isSaidByAssistant(part, { ...target, isCurrent: at > current })
      : isSaidToModel(part, role, target),
  );
  if (said.length === 0) throw invalid('messages', 'required');
  const { report } = target;
  return withLastWords(said, asked, { hasSystem: false, report }).flatMap((turn) => writeTurn(turn, target));
}

interface TurnTarget extends RequestTarget {
  /** The user has said nothing since but results. */
  isCurrent: boolean;
}

/** Whether a part of the assistant is written; the report names what is not. */
function isSaidByAssistant(part: Part, target: TurnTarget): boolean {
  const { report, isCurrent, givesThinkingBack } = target;
  switch (part.kind) {
    case 'text':
      noteText(part, target);
      return part.text !== '';
    case 'refusal':
      return part.text !== '';
    case 'call':
      return true;
    case 'thinking': {
      const isKept = isCurrent && givesThinkingBack && part.seal === null && part.text !== '';
      if (!isKept) report.note('dropped', 'thinking', 'the target takes none back');
      return isKept;
    }
    case 'opaque':
      report.note('dropped', `content.${part.type}`);
      return false;
    default:
      report.note('dropped', `assistant.${part.kind}`);
      return false;
  }
}

/** Whether a part of the user or the system is written; the report names what is not. */
function isSaidToModel(part: Part, role: Turn['role'], target: RequestTarget): boolean {
  const { report } = target;
  switch (part.kind) {
    case 'text':
      noteText(part, target);
      return part.text !== '';
    case 'media':
      leaveOutMark(part.mark, report);
      return true;
    case 'result':
      if (role === 'user') return true;
      break;
    case 'opaque':
      report.note('dropped', `content.${part.type}`);
      return false;
    default:
  }
  report.note('dropped', `${role}.${part.kind}`);
  return false;
}

function writeTurn(turn: Turn, target: RequestTarget): object[] {
  const name = turn.name === '' ? {} : { name: turn.name };
  switch (turn.role) {
    case 'system':
      return [{ role: 'system', ...name, content: writeContent(turn.parts) }];
    case 'assistant':
      return [writeAssistant(turn, target)];
    default: {
      const results = turn.parts.filter((part) => part.kind === 'result');
      const others = turn.parts.filter((part) => part.kind !== 'result');
      const shown = results.flatMap((result) => mediaOf(result, target));
      const rest = [...shown, ...others];
      return [
        ...results.map((result) => writeResult(result, target)),
        ...(rest.length > 0 ? [{ role: 'user', ...name, content: writeContent(rest) }] : []),
      ];
    }
  }
}

function writeResult(result: ResultPart, target: RequestTarget): object {
  if (result.isError) target.report.note('approximated', 'tool_result.is_error', 'said in the text');
  leaveOutMark(result.mark, target.report);
  const texts = result.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const text = texts.join('\n');
  return {
    role: 'tool',
    tool_call_id: shortCallId(result.callId, MAX_CALL_ID),
    content: result.isError ? `Error: ${text}` : text,
  };
}

/** A result of a tool is text alone; its pictures follow in the next message of the user. */
function mediaOf(result: ResultPart, { report }: RequestTarget): Part[] {
  const media = result.parts.filter((part) => part.kind === 'media');
  if (media.length > 0)
    report.note('approximated', 'tool_result.content', 'media follow in a message of the user');
  for (const part of result.parts) {
    if (part.kind === 'media') leaveOutMark(part.mark, report);
    else if (part.kind !== 'text') report.note('dropped', `tool_result.content.${part.kind}`);
  }
  return media;
}

function writeAssistant({ name, parts }: Turn, target: RequestTarget): object {
  const textsOf = (kind: 'text' | 'refusal' | 'thinking'): string =>
    parts.map((part) => (part.kind === kind ? part.text : '')).join('');
  const content = textsOf('text');
  const refusal = textsOf('refusal');
  const thinking = textsOf('thinking');
  const calls = parts.filter((part) => part.kind === 'call');
  return {
    role: 'assistant',
    ...(name !== '' && { name }),
    content: content === '' && (calls.length > 0 || refusal !== '') ? null : content,
    ...(refusal !== '' && { refusal }),
    ...(thinking !== '' && { reasoning_content: thinking }),
    ...(calls.length > 0 && { tool_calls: calls.map((call) => writeCall(call, target)) }),
  };
}

function writeCall({ id, name, input, isCustom, seal, mark }: CallPart, target: RequestTarget): object {
  const { report, toolNames } = target;
  const ownSeal = seal?.dialect === 'gemini' && isGoogleModel(target.upstreamModel) ? seal : null;
  if (seal !== null && ownSeal === null) report.note('dropped', 'signature');
  leaveOutMark(mark, report);
  return {
    id: shortCallId(id, MAX_CALL_ID),
    type: 'function',
    function: { name: toolNames.write(name, TOOL_NAME), arguments: functionInput({ input, isCustom }) },
    ...(ownSeal !== null && { extra_content: { google: { thought_signature: ownSeal.value } } }),
  };
}

function noteText(
  part: Pick<TextPart, 'citations' | 'mark'>,
  { report }: Pick<RequestTarget, 'report'>,
): void {
  leaveOutMark(part.mark, report);
  if (part.citations.length > 0) report.note('dropped', 'citations');
}

/** A text where everything is text, else a list of parts. */
function writeContent(parts: readonly Part[]): string | object[] {
  const [first, another] = parts;
  if (first?.kind === 'text' && another === undefined) return first.text;
  return parts.flatMap((part) => {
    if (part.kind === 'text') return [{ type: 'text', text: part.text }];
    return part.kind === 'media' ? [writeMedia(part)] : [];
  });
}

/** @throws request.invalid where no chat upstream takes it */
function writeMedia({ media, mimeType, name, source, detail }: MediaPart): object {
  switch (source.kind) {
    case 'text':
      return { type: 'text', text: source.text };
    case 'id':
      return { type: 'file', file: { file_id: source.id } };
    case 'url':
      if (media === 'image')
        return { type: 'image_url', image_url: { url: source.url, ...(detail !== '' && { detail }) } };
      throw invalid('messages.content', `unsupported_${media}_url`);
    default: {
      const url = dataUrl(mimeType || (media === 'image' ? 'image/png' : 'application/pdf'), source.data);
      if (media === 'image')
        return { type: 'image_url', image_url: { url, ...(detail !== '' && { detail }) } };
      if (media === 'audio')
        return { type: 'input_audio', input_audio: { data: source.data, format: formatOf(mimeType) } };
      if (media === 'video') throw invalid('messages.content', 'unsupported_video');
      return { type: 'file', file: { filename: name || usualFileName(mimeType), file_data: url } };
    }
  }
}

const formatOf = (mimeType: string): string => (/(mpeg|mp3)$/.test(mimeType) ? 'mp3' : 'wav');
