import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { RequestSource } from '../conversation-format.ts';
import {
  type CacheMark,
  type Conversation,
  emptyConversation,
  type Leftover,
  type MediaPart,
  type OutputWish,
  type Part,
  type ThinkingPart,
  type ThinkingWish,
  type Tool,
  type ToolChoice,
  type Turn,
  textPart,
} from '../neutral/conversation.ts';
import { splitDataUrl } from '../neutral/data-url.ts';
import { assertSaid } from '../neutral/history.ts';
import { objectOf } from '../neutral/json-values.ts';
import { invalid, Members } from '../neutral/members.ts';
import { readSeal } from '../neutral/seals.ts';
import { readOpenAiAccount } from '../openai/openai-account.ts';

const DIALECT = 'openai-chat';

interface Reading extends Pick<Conversation, 'allowedTools' | 'leftovers'> {
  texts: LongTexts;
}

/** A request of a chat completion. Source: OpenAI API reference, "Create chat completion". */
export function readChatRequest(tree: unknown, { texts }: RequestSource): Conversation {
  const request = new Members(tree, '');
  const talk = emptyConversation();
  const { allowedTools, leftovers } = talk;
  const reading: Reading = { texts, allowedTools, leftovers };
  // Read from the scanned body already.
  for (const name of ['model', 'stream', 'stream_options']) request.any(name);
  talk.turns = request.each('messages', (message) => readMessage(message, reading)).flat();
  assertSaid(talk.turns, 'messages');
  talk.tools = [
    ...request.each('tools', (tool) => readTool(tool, reading)),
    ...request.each('functions', (tool) => readFunction(tool, reading)),
  ].flat();
  talk.toolChoice = readToolChoice(request.any('tool_choice') ?? request.any('function_call'), reading);
  talk.parallelCalls = request.flag('parallel_tool_calls');
  readSettings(request, talk);
  talk.thinking = readThinking(request, reading);
  talk.output = readOutput(request.object('response_format'), reading);
  talk.account = readOpenAiAccount(request, (path) => talk.leftovers.push({ dialect: DIALECT, path }));
  leaveUnknown(request, talk.leftovers);
  return talk;
}

/** Values that mean the same as their absence are not reported. */
function leaveUnknown(request: Members, leftovers: Leftover[]): void {
  if (Object.keys(request.plainObject('logit_bias') ?? {}).length > 0)
    leftovers.push({ dialect: DIALECT, path: 'logit_bias' });
  if (request.list('modalities').some((one) => one !== 'text'))
    leftovers.push({ dialect: DIALECT, path: 'modalities' });
  request.leave(leftovers, DIALECT);
}

function readSettings(request: Members, { settings }: Conversation): void {
  settings.maxOutputTokens = request.number('max_completion_tokens') ?? request.number('max_tokens');
  request.any('max_tokens');
  settings.temperature = request.number('temperature');
  settings.topP = request.number('top_p');
  settings.topK = request.number('top_k');
  settings.stop = request.texts('stop');
  settings.seed = request.number('seed');
  settings.answerCount = request.number('n');
  settings.presencePenalty = request.number('presence_penalty');
  settings.frequencyPenalty = request.number('frequency_penalty');
  const wantsLogprobs = request.flag('logprobs');
  const top = request.number('top_logprobs');
  settings.logprobs = wantsLogprobs === true ? (top ?? 0) : null;
  settings.verbosity = request.text('verbosity');
}

/** `reasoning_effort` is OpenAI's; `reasoning` is OpenRouter's, `thinking` that of several vendors. */
function readThinking(request: Members, { leftovers }: Reading): ThinkingWish | null {
  const effort = request.text('reasoning_effort');
  const reasoning = request.object('reasoning');
  const thinking = request.object('thinking');
  const type = thinking?.text('type') ?? null;
  const budget = reasoning?.number('max_tokens') ?? null;
  const ownEffort = reasoning?.text('effort') ?? null;
  const enabled = reasoning?.flag('enabled') ?? null;
  const exclude = reasoning?.flag('exclude') ?? null;
  const wish: ThinkingWish = {
    mode: 'auto',
    budgetTokens: thinking?.number('budget_tokens') ?? budget,
    effort: effort ?? ownEffort,
    shown: exclude === true ? false : null,
  };
  thinking?.leave(leftovers, DIALECT);
  reasoning?.leave(leftovers, DIALECT);
  if (type === 'disabled' || wish.effort === 'none' || enabled === false) return { ...wish, mode: 'off' };
  const isOn = type === 'enabled' || wish.effort !== null || wish.budgetTokens !== null || enabled === true;
  if (isOn) return { ...wish, mode: 'on' };
  // A wish that says no more would make others think.
  if (exclude === true) leftovers.push({ dialect: DIALECT, path: 'reasoning.exclude' });
  return null;
}

function readOutput(format: Members | null, { leftovers }: Reading): OutputWish | null {
  if (format === null) return null;
  const type = format.requiredText('type');
  const wish: OutputWish = { format: 'text', schema: null, name: '', description: '', strict: null };
  if (type === 'json_object') wish.format = 'json';
  else if (type === 'json_schema') {
    const given = format.object('json_schema');
    wish.format = 'schema';
    wish.schema = given?.plainObject('schema') ?? null;
    wish.name = given?.text('name') ?? '';
    wish.description = given?.text('description') ?? '';
    wish.strict = given?.flag('strict') ?? null;
    given?.leave(leftovers, DIALECT);
  } else if (type !== 'text') throw invalid(format.pathOf('type'), 'invalid_value');
  format.leave(leftovers, DIALECT);
  return wish;
}

function readTool(tool: Members, reading: Reading): Tool[] {
  const type = tool.text('type') ?? 'function';
  if (type === 'function') {
    const given = tool.object('function');
    if (given === null) throw invalid(tool.pathOf('function'), 'required');
    const mark = readMark(tool);
    tool.leave(reading.leftovers, DIALECT);
    return readFunction(given, reading, mark);
  }
  if (type === 'custom') {
    const given = tool.object('custom');
    if (given === null) throw invalid(tool.pathOf('custom'), 'required');
    const read: Tool = {
      kind: 'custom',
      name: given.requiredText('name'),
      description: given.text('description') ?? '',
      format: given.plainObject('format'),
    };
    given.leave(reading.leftovers, DIALECT);
    tool.leave(reading.leftovers, DIALECT);
    return [read];
  }
  const value = tool.value;
  return [{ kind: 'server', dialect: DIALECT, type, value }];
}

function readFunction(given: Members, { leftovers }: Reading, mark: CacheMark | null = null): Tool[] {
  const tool: Tool = {
    kind: 'function',
    name: given.requiredText('name'),
    description: given.text('description') ?? '',
    schema: given.plainObject('parameters'),
    strict: given.flag('strict'),
    mark,
  };
  given.leave(leftovers, DIALECT);
  return [tool];
}

function readToolChoice(choice: unknown, { allowedTools, leftovers }: Reading): ToolChoice | null {
  if (choice === null) return null;
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { kind: choice };
  const given = new Members(choice, 'tool_choice');
  const type = given.text('type');
  const named = given.object('function') ?? given.object('custom');
  // The old `function_call` has the name alone.
  const name = named?.text('name') ?? given.text('name');
  if (name !== null) {
    named?.leave(leftovers, DIALECT);
    given.leave(leftovers, DIALECT);
    return { kind: 'tool', name };
  }
  if (type === 'allowed_tools') {
    const allowed = given.object('allowed_tools');
    const names = allowed?.each('tools', (tool) => {
      const { name } = objectOf(tool.any('function') ?? tool.any('custom')) ?? {};
      return typeof name === 'string' ? name : tool.requiredText('type');
    });
    allowedTools.push(...(names ?? []));
    const isRequired = allowed?.text('mode') === 'required';
    given.leave(leftovers, DIALECT);
    allowed?.leave(leftovers, DIALECT);
    return { kind: isRequired ? 'required' : 'auto' };
  }
  throw invalid('tool_choice', 'invalid_value');
}

function readMessage(message: Members, reading: Reading): Turn[] {
  const role = message.requiredText('role');
  const name = message.text('name') ?? '';
  switch (role) {
    case 'system':
    case 'developer':
      return [turnOf('system', name, message, readContent(message, reading), reading)];
    case 'user':
      return [turnOf('user', name, message, readContent(message, reading), reading)];
    case 'assistant':
      return [turnOf('assistant', name, message, readAssistant(message, reading), reading)];
    case 'tool':
    case 'function': {
      const callId = role === 'tool' ? message.requiredText('tool_call_id') : name;
      const mark = readMark(message);
      // The mark of the message is that of the result.
      const parts = readContent(message, reading, null);
      const result: Part = { kind: 'result', callId, name, parts, isError: false, mark };
      return [turnOf('user', '', message, [result], reading)];
    }
    default:
      throw invalid(message.pathOf('role'), 'invalid_value');
  }
}

function turnOf(
  role: Turn['role'],
  name: string,
  message: Members,
  parts: Part[],
  { leftovers }: Reading,
): Turn {
  message.leave(leftovers, DIALECT);
  return { role, name, parts };
}

function readAssistant(message: Members, reading: Reading): Part[] {
  const parts: Part[] = [...readReasoning(message, reading), ...readContent(message, reading)];
  const refusal = message.text('refusal');
  if (refusal !== null && refusal !== '') parts.push({ kind: 'refusal', text: refusal });
  message.each('tool_calls', (call) => {
    const isCustom = call.text('type') === 'custom';
    const given = call.object(isCustom ? 'custom' : 'function');
    if (given === null) throw invalid(call.pathOf('function'), 'required');
    const seal = call.object('extra_content')?.object('google')?.text('thought_signature') ?? null;
    parts.push({
      kind: 'call',
      id: call.text('id') ?? '',
      name: given.requiredText('name'),
      input: isCustom
        ? // Other dialects have it as a text inside of a text.
          reading.texts.full(given.text('input') ?? '')
        : inputOf(given.any('arguments'), reading),
      isCustom,
      seal: seal === null ? null : sealOf(seal, 'gemini', reading),
      mark: null,
    });
    call.any('index');
    call.leave(reading.leftovers, DIALECT);
  });
  const legacy = message.object('function_call');
  if (legacy !== null) {
    const name = legacy.requiredText('name');
    const input = inputOf(legacy.any('arguments'), reading);
    parts.push({ kind: 'call', id: name, name, input, isCustom: false, seal: null, mark: null });
  }
  return parts;
}

/** A seal of another dialect carries its mark; without one it is of the vendor whose member holds it. */
const sealOf = (value: string, vendor: 'anthropic-messages' | 'gemini', { texts }: Reading) =>
  readSeal(value, vendor, texts);

/** Thinking that a client sends back: with its seals where it kept `reasoning_details`, else its text alone. */
function readReasoning(message: Members, reading: Reading): ThinkingPart[] {
  const text = message.text('reasoning_content') ?? message.text('reasoning') ?? '';
  message.any('reasoning');
  const parts: ThinkingPart[] = [];
  let last: number | null = null;
  message.each('reasoning_details', (detail) => {
    const value = detail.text('signature') ?? detail.text('data');
    const said = detail.text('text') ?? detail.text('summary') ?? '';
    const index = detail.number('index');
    if (value === null && said === '') return;
    const seal = value === null ? null : sealOf(value, 'anthropic-messages', reading);
    const before = parts.at(-1);
    // Some clients keep the pieces of a stream as they came.
    if (before !== undefined && before.seal === null && index !== null && index === last) {
      before.text += said;
      before.seal = seal;
    } else
      parts.push({
        kind: 'thinking',
        text: said,
        isSummary: detail.text('type') === 'reasoning.summary',
        seal,
      });
    last = index;
  });
  const [only, another] = parts;
  // Some streams send the seal without the text, which they have sent before.
  if (only !== undefined && another === undefined && only.text === '') return [{ ...only, text }];
  if (parts.length > 0) return parts;
  return text === '' ? [] : [{ kind: 'thinking', text, isSummary: false, seal: null }];
}

/** Arguments are a text; some clients send the object. */
function inputOf(value: unknown, { texts }: Reading): string {
  if (typeof value === 'string') return value === '' ? '{}' : value;
  return value === null ? '{}' : texts.write(value).toString('utf8');
}

function readContent(message: Members, reading: Reading, mark = readMark(message)): Part[] {
  const content = message.any('content');
  if (content === null || content === '') return [];
  if (typeof content === 'string') return [textPart(content, mark)];
  if (!Array.isArray(content)) throw invalid(message.pathOf('content'), 'invalid_value');
  return message.each('content', (part) => readPart(part, reading)).flat();
}

function readPart(part: Members, reading: Reading): Part[] {
  const type = part.requiredText('type');
  const mark = readMark(part);
  const read = readKnownPart(type, part, mark, reading);
  if (read === null) {
    reading.leftovers.push({ dialect: DIALECT, path: part.pathOf(type) });
    return [];
  }
  part.leave(reading.leftovers, DIALECT);
  return [read];
}

function readKnownPart(
  type: string,
  part: Members,
  mark: CacheMark | null,
  { texts, leftovers }: Reading,
): Part | null {
  const media = (
    kind: MediaPart['media'],
    rest: Pick<MediaPart, 'mimeType' | 'source'> & Partial<MediaPart>,
  ): MediaPart => ({ kind: 'media', media: kind, name: '', detail: '', ...rest, mark });
  switch (type) {
    case 'text':
      return textPart(part.requiredText('text'), mark);
    case 'refusal':
      return { kind: 'refusal', text: part.requiredText('refusal') };
    case 'image_url': {
      const given = part.any('image_url');
      const image = typeof given === 'string' ? null : new Members(given, part.pathOf('image_url'));
      const url = image === null ? String(given) : image.requiredText('url');
      const detail = image?.text('detail') ?? '';
      image?.leave(leftovers, DIALECT);
      return media('image', { ...fromUrl(url, texts), detail });
    }
    case 'input_audio': {
      const audio = part.object('input_audio');
      if (audio === null) throw invalid(part.pathOf('input_audio'), 'required');
      const format = audio.text('format') ?? 'wav';
      const data = audio.requiredText('data');
      audio.leave(leftovers, DIALECT);
      return media('audio', { mimeType: `audio/${format}`, source: { kind: 'bytes', data } });
    }
    case 'video_url': {
      const video = part.object('video_url');
      const url = video?.requiredText('url') ?? '';
      video?.leave(leftovers, DIALECT);
      return media('video', fromUrl(url, texts));
    }
    case 'file': {
      const file = part.object('file');
      if (file === null) throw invalid(part.pathOf('file'), 'required');
      const name = file.text('filename') ?? '';
      const id = file.text('file_id');
      const data = id === null ? file.requiredText('file_data') : '';
      file.leave(leftovers, DIALECT);
      if (id !== null) return media('file', { mimeType: '', name, source: { kind: 'id', id } });
      return media('file', { ...fromUrl(data, texts), name });
    }
    default:
      return null;
  }
}

/** The bytes of a `data:` address, or the address. */
function fromUrl(url: string, texts: LongTexts): Pick<MediaPart, 'mimeType' | 'source'> {
  const inlined = splitDataUrl(url, texts);
  return inlined === null
    ? { mimeType: '', source: { kind: 'url', url } }
    : { mimeType: inlined.mimeType, source: { kind: 'bytes', data: inlined.data } };
}

/** Anthropic's mark, which several vendors take in OpenAI's dialect. */
function readMark(members: Members): CacheMark | null {
  const control = members.object('cache_control');
  if (control === null) return null;
  return { lifetime: control.text('ttl') === '1h' ? '1h' : '5m' };
}
