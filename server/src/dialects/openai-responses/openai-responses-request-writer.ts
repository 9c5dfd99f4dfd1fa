import type { OutputLimit } from '../call-facts.ts';
import type { RequestTarget } from '../conversation-format.ts';
import { leaveOutMark } from '../neutral/cache-marks.ts';
import { shortCallId } from '../neutral/call-ids.ts';
import { completeSchema } from '../neutral/complete-schema.ts';
import type {
  CallPart,
  Conversation,
  MediaPart,
  OutputWish,
  Part,
  ResultPart,
  Settings,
  TextPart,
  ThinkingPart,
  ThinkingWish,
  Tool,
  Turn,
} from '../neutral/conversation.ts';
import type { ConversionReport } from '../neutral/conversion-report.ts';
import { dataUrl } from '../neutral/data-url.ts';
import { usualFileName } from '../neutral/file-names.ts';
import { groupResults, withLastWords } from '../neutral/history.ts';
import { objectOf } from '../neutral/json-values.ts';
import { invalid } from '../neutral/members.ts';
import { withObjectInputs } from '../neutral/object-root.ts';
import { wantsAnyJson, withJsonWord } from '../neutral/told-schema.ts';
import { withObjectSchema } from '../openai/answer-schema.ts';
import { writeOpenAiAccount } from '../openai/openai-account.ts';
import { openAiEffort, takenThinking } from '../openai/openai-effort.ts';
import { featuresOf } from '../openai/openai-features.ts';
import { takenSettings } from '../openai/openai-sampling.ts';
import { takenStrict } from '../openai/strict-schema.ts';
import { urlCitation } from './openai-responses-items.ts';
import { MIN_OUTPUT_TOKENS } from './openai-responses-limits.ts';

const DIALECT = 'openai-responses';
/** Source: OpenAI API reference, "Create a model response": `input`, `tools`. */
const MAX_CALL_ID = 64;
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** State shared by the writing functions. */
interface Writing extends RequestTarget {
  /** Calls of custom tools, whose results have a type of their own. */
  customCalls: Set<string>;
}

/** A conversation as a request for a response. Source: OpenAI API reference, "Create a model response". */
export function writeResponsesRequest(asked: Conversation, target: RequestTarget): object {
  const { report, outputLimit } = target;
  const talk = withObjectSchema(asked, target);
  for (const { dialect, path } of talk.leftovers) if (dialect !== DIALECT) report.note('dropped', path);
  const inputs = { isFlat: featuresOf(target.upstreamModel) !== null, report };
  const tools = withObjectInputs(talk.tools, inputs).flatMap((tool) => writeTool(tool, target));
  const { instructions, rest: said } = splitInstructions(groupResults(talk.turns));
  const rest = withLastWords(said, talk.turns, { hasSystem: instructions !== null, report });
  // The vendor looks for the word in the input alone.
  const input = wantsAnyJson(talk.output) ? withJsonWord(rest, target) : rest;
  const writing: Writing = { ...target, customCalls: new Set() };
  const thinking = takenThinking(talk.thinking, target);
  const effort = thinking === null ? null : openAiEffort(thinking, target);
  const settings = takenSettings(talk.settings, effort, target);
  return {
    model: target.upstreamModel,
    ...(instructions !== null && { instructions }),
    input: input.flatMap((turn) => writeTurn(turn, writing)),
    ...(tools.length > 0 && { tools }),
    ...writeToolChoice(talk, tools.length > 0, target),
    ...(outputLimit !== null && writeLimit(outputLimit, report)),
    ...writeSettings(settings, target),
    ...writeThinking(thinking, effort),
    ...writeInclude({ ...talk, thinking, settings }, target),
    ...writeOutput(talk, report),
    ...writeOpenAiAccount(talk, { userMember: 'safety_identifier', takesTier: true, report }),
    // Unsaid, this dialect keeps what all others forget.
    store: talk.account.store ?? false,
    ...(target.stream && { stream: true }),
  };
}

function writeLimit({ member, tokens }: OutputLimit, report: ConversionReport): object {
  if (tokens < MIN_OUTPUT_TOKENS) report.note('approximated', member, `at least ${MIN_OUTPUT_TOKENS}`);
  return { [member]: Math.max(tokens, MIN_OUTPUT_TOKENS) };
}

/** The first words of the system stand apart. */
function splitInstructions(turns: Turn[]): { instructions: string | null; rest: Turn[] } {
  const [first, ...rest] = turns;
  const [text, another] = first?.parts ?? [];
  const isPlain = first?.role === 'system' && first.name === '' && another === undefined;
  if (!isPlain || text?.kind !== 'text' || text.mark !== null) return { instructions: null, rest: turns };
  return { instructions: text.text, rest };
}

function writeSettings(settings: Settings, { report }: RequestTarget): object {
  const { temperature, topP, topK, stop, seed, answerCount, presencePenalty, frequencyPenalty, logprobs } =
    settings;
  const unsayable = {
    top_k: topK,
    stop: stop.length > 0 ? stop : null,
    seed,
    n: answerCount === 1 ? null : answerCount,
    presence_penalty: presencePenalty === 0 ? null : presencePenalty,
    frequency_penalty: frequencyPenalty === 0 ? null : frequencyPenalty,
  };
  for (const [name, value] of Object.entries(unsayable)) if (value !== null) report.note('dropped', name);
  return {
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { top_p: topP }),
    ...(logprobs !== null && logprobs > 0 && { top_logprobs: logprobs }),
  };
}

function writeThinking(thinking: ThinkingWish | null, effort: string | null): object {
  if (thinking === null) return {};
  const summary = thinking.shown === true && thinking.mode !== 'off' ? 'auto' : null;
  if (effort === null && summary === null) return {};
  return { reasoning: { ...(effort !== null && { effort }), ...(summary !== null && { summary }) } };
}

/** Models that do not think refuse to be asked for sealed thinking. */
function writeInclude({ thinking, settings, turns }: Conversation, target: RequestTarget): object {
  const isSealed = (part: Part): boolean => part.kind === 'thinking' && isTakenBack(part, target);
  const thinks = thinking !== null && thinking.mode !== 'off';
  const include = [
    ...(thinks || turns.some(({ parts }) => parts.some(isSealed)) ? ['reasoning.encrypted_content'] : []),
    ...(settings.logprobs === null ? [] : ['message.output_text.logprobs']),
  ];
  return include.length > 0 ? { include } : {};
}

function writeOutput({ output, settings }: Conversation, report: ConversionReport): object {
  const { verbosity } = settings;
  const text = {
    ...(output !== null && { format: writeFormat(output, report) }),
    ...(verbosity !== null && { verbosity }),
  };
  return Object.keys(text).length > 0 ? { text } : {};
}

function writeFormat(output: OutputWish, report: ConversionReport): object {
  const { format, name, description, schema } = output;
  if (format === 'text') return { type: 'text' };
  if (wantsAnyJson(output)) return { type: 'json_object' };
  const strict = takenStrict(output.strict, schema, 'response_format.strict', report);
  return {
    type: 'json_schema',
    name: name || 'answer',
    ...(description !== '' && { description }),
    schema: schema === null ? null : completeSchema(schema),
    ...(strict !== null && { strict }),
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
          name: toolNames.write(name, TOOL_NAME),
          ...(description !== '' && { description }),
          parameters: schema === null ? null : completeSchema(schema),
          // Unsaid, this dialect keeps to a schema, and changes it.
          strict: strict ?? false,
        },
      ];
    }
    case 'custom': {
      const { name, description, format } = tool;
      return [
        {
          type: 'custom',
          name: toolNames.write(name, TOOL_NAME),
          ...(description !== '' && { description }),
          ...(format !== null && { format: flatFormat(format) }),
        },
      ];
    }
    default:
      report.note('dropped', `tools.${tool.type}`, 'runs at another vendor');
      return [];
  }
}

/** Chat has the members of a grammar one level deeper. */
function flatFormat(format: object): object {
  const { type, grammar } = format as { type?: unknown; grammar?: unknown };
  const inside = objectOf(grammar);
  return inside === null ? format : { type, ...inside };
}

function writeToolChoice(talk: Conversation, hasTools: boolean, target: RequestTarget): object {
  const { toolChoice, parallelCalls } = talk;
  if (!hasTools) {
    if (toolChoice?.kind === 'required' || toolChoice?.kind === 'tool')
      throw invalid('tool_choice', 'unsupported_tool');
    return {};
  }
  const isParallelSaid = parallelCalls !== null && toolChoice?.kind !== 'none';
  return {
    ...(toolChoice !== null && {
      tool_choice:
        toolChoice.kind === 'tool' ? chosenTool(talk.tools, toolChoice.name, target) : toolChoice.kind,
    }),
    ...(isParallelSaid && { parallel_tool_calls: parallelCalls }),
  };
}

/** @throws request.invalid for a tool that is not there any more */
function chosenTool(tools: readonly Tool[], name: string, { toolNames }: RequestTarget): object {
  const tool = tools.find((one) => one.kind !== 'server' && one.name === name);
  if (tool === undefined) throw invalid('tool_choice', 'unsupported_tool');
  return { type: tool.kind, name: toolNames.write(name, TOOL_NAME) };
}

function writeTurn(turn: Turn, writing: Writing): object[] {
  if (turn.name !== '') writing.report.note('dropped', 'messages.name');
  if (turn.role === 'assistant') return writeAssistant(turn, writing);
  const results = turn.parts.filter((part) => part.kind === 'result');
  const content = writeContent(
    turn.parts.filter((part) => part.kind !== 'result'),
    writing,
  );
  return [
    ...results.map((result) => writeResult(result, writing)),
    ...(content.length > 0 ? [{ type: 'message', role: turn.role, content }] : []),
  ];
}

function writeResult({ callId, parts, isError, mark }: ResultPart, writing: Writing): object {
  const { report, customCalls } = writing;
  if (isError) report.note('approximated', 'tool_result.is_error', 'said in the text');
  leaveOutMark(mark, report);
  const said: Part[] = isError
    ? [{ kind: 'text', text: 'Error:', citations: [], mark: null }, ...parts]
    : parts;
  const [first, another] = said;
  const isText = another === undefined && (first === undefined || first.kind === 'text');
  return {
    type: customCalls.has(callId) ? 'custom_tool_call_output' : 'function_call_output',
    call_id: shortCallId(callId, MAX_CALL_ID),
    output: isText ? (first?.kind === 'text' ? first.text : '') : writeContent(said, writing),
  };
}

/** A turn of the model is several items: thinking, what it said, its calls. */
function writeAssistant(turn: Turn, writing: Writing): object[] {
  const { report } = writing;
  const items: object[] = [];
  let content: object[] | null = null;
  for (const part of turn.parts) {
    if (part.kind === 'text' || part.kind === 'refusal') {
      if (content === null) {
        content = [];
        items.push({ type: 'message', role: 'assistant', content });
      }
      content.push(part.kind === 'text' ? writeSaid(part, writing) : { type: 'refusal', refusal: part.text });
      continue;
    }
    content = null;
    if (part.kind === 'call') items.push(writeCall(part, writing));
    else if (part.kind === 'thinking') items.push(...writeReasoning(part, writing));
    else report.note('dropped', part.kind === 'opaque' ? `content.${part.type}` : `assistant.${part.kind}`);
  }
  return items;
}

function writeSaid({ text, citations, mark }: TextPart, { report }: Writing): object {
  leaveOutMark(mark, report);
  return {
    type: 'output_text',
    text,
    ...(citations.length > 0 && { annotations: citations.map(urlCitation) }),
  };
}

function writeCall({ id, name, input, isCustom, seal, mark }: CallPart, writing: Writing): object {
  const { report, customCalls, toolNames } = writing;
  const written = toolNames.write(name, TOOL_NAME);
  if (seal !== null) report.note('dropped', 'signature');
  leaveOutMark(mark, report);
  if (isCustom) customCalls.add(id);
  const call_id = shortCallId(id, MAX_CALL_ID);
  return isCustom
    ? { type: 'custom_tool_call', call_id, name: written, input }
    : { type: 'function_call', call_id, name: written, arguments: input };
}

/** Thinking is taken back with the vendor's own seal alone, and by a model that thinks. */
const isTakenBack = ({ seal }: ThinkingPart, { upstreamModel }: RequestTarget): boolean =>
  seal?.dialect === DIALECT && featuresOf(upstreamModel)?.thinks !== false;

function writeReasoning(part: ThinkingPart, target: RequestTarget): object[] {
  const { text, seal } = part;
  if (seal === null || !isTakenBack(part, target)) {
    target.report.note('dropped', 'thinking', 'the target takes only its own back');
    return [];
  }
  return [
    {
      type: 'reasoning',
      // A client of another dialect does not say again which of both it was; the seal holds the thinking itself.
      summary: text === '' ? [] : [{ type: 'summary_text', text }],
      encrypted_content: seal.value,
    },
  ];
}

function writeContent(parts: readonly Part[], writing: Writing): object[] {
  return parts.flatMap((part) => writePart(part, writing));
}

function writePart(part: Part, { report }: Writing): object[] {
  switch (part.kind) {
    case 'text':
      leaveOutMark(part.mark, report);
      if (part.citations.length > 0) report.note('dropped', 'citations');
      return part.text === '' ? [] : [{ type: 'input_text', text: part.text }];
    case 'media':
      leaveOutMark(part.mark, report);
      return [writeMedia(part)];
    default:
      report.note('dropped', part.kind === 'opaque' ? `content.${part.type}` : `user.${part.kind}`);
      return [];
  }
}

/** @throws request.invalid for media that no response is made of */
function writeMedia({ media, mimeType, name, source, detail }: MediaPart): object {
  if (source.kind === 'text') return { type: 'input_text', text: source.text };
  if (media === 'image') {
    const image =
      source.kind === 'id'
        ? { file_id: source.id }
        : { image_url: source.kind === 'url' ? source.url : dataUrl(mimeType || 'image/png', source.data) };
    return { type: 'input_image', ...image, ...(detail !== '' && { detail }) };
  }
  if (media === 'file') {
    if (source.kind === 'id') return { type: 'input_file', file_id: source.id };
    if (source.kind === 'url') return { type: 'input_file', file_url: source.url };
    const file_data = dataUrl(mimeType || 'application/pdf', source.data);
    return { type: 'input_file', filename: name || usualFileName(mimeType), file_data };
  }
  throw invalid('input.content', `unsupported_${media}`);
}
