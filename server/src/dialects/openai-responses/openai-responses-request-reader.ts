import { GatewayError } from '../../platform/gateway-error.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { RequestSource } from '../conversation-format.ts';
import {
  type CallPart,
  type Citation,
  type Conversation,
  emptyConversation,
  type MediaPart,
  type OutputWish,
  type Part,
  type ResultPart,
  type ThinkingPart,
  type ThinkingWish,
  type Tool,
  type ToolChoice,
  type Turn,
  textPart,
} from '../neutral/conversation.ts';
import { splitDataUrl } from '../neutral/data-url.ts';
import { assertSaid } from '../neutral/history.ts';
import { invalid, Members } from '../neutral/members.ts';
import { readSeal } from '../neutral/seals.ts';
import { readOpenAiAccount } from '../openai/openai-account.ts';
import { readCallSeal } from './call-seals.ts';
import { joinedName, NamedTools } from './tool-namespaces.ts';

const DIALECT = 'openai-responses';
/** Members that name objects at a vendor, which no other vendor can continue from. */
const KEPT_MEMBERS = ['previous_response_id', 'conversation', 'prompt'];
const TOOL_SEARCH = 'tool_search';
const KEPT_ITEMS: ReadonlySet<string> = new Set(['item_reference', 'compaction', 'compaction_summary']);
/** Results of tools that run elsewhere than at the vendor; they stand where a user speaks. */
const OUTPUT_ITEM = /_output$|^mcp_approval_response$/;

interface Reading extends Pick<Conversation, 'namespaced' | 'allowedTools' | 'leftovers'> {
  tools: NamedTools;
  /** By their ids; the last one where several have one. */
  calls: Map<string, CallPart>;
  texts: LongTexts;
}

/**
 * A request for a response. Its input is a list of items; those of a model make up one turn until somebody else speaks.
 * @throws request.invalid naming the member, also for what only the vendor has
 * Source: OpenAI API reference, "Create a model response".
 */
export function readResponsesRequest(tree: unknown, { texts }: RequestSource): Conversation {
  const request = new Members(tree, '');
  const talk = emptyConversation();
  const { namespaced, allowedTools, leftovers } = talk;
  const tools = new NamedTools();
  const reading: Reading = { texts, tools, calls: new Map(), namespaced, allowedTools, leftovers };
  for (const name of KEPT_MEMBERS) if (request.any(name) !== null) throw invalid(name, 'unsupported');
  // Read from the scanned body already, or said to nobody.
  for (const name of ['model', 'stream', 'stream_options', 'background']) request.any(name);
  const instructions = request.text('instructions');
  if (instructions !== null && instructions !== '')
    talk.turns.push(turnOf('system', [textPart(instructions)]));
  readTools(request, reading);
  for (const turn of readInput(request, reading)) talk.turns.push(turn);
  assertSaid(talk.turns, 'input');
  talk.tools = tools.list;
  talk.toolChoice = readToolChoice(request.any('tool_choice'), reading);
  talk.parallelCalls = request.flag('parallel_tool_calls');
  readSettings(request, talk);
  talk.thinking = readThinking(request.object('reasoning'), reading);
  const text = request.object('text');
  talk.settings.verbosity = text?.text('verbosity') ?? null;
  talk.output = readOutput(text, reading);
  talk.account = readOpenAiAccount(request, (path) => talk.leftovers.push({ dialect: DIALECT, path }));
  // A request that is too long is refused anyway.
  if (request.text('truncation') === 'auto') talk.leftovers.push({ dialect: DIALECT, path: 'truncation' });
  request.leave(talk.leftovers, DIALECT);
  return talk;
}

function readSettings(request: Members, { settings, leftovers }: Conversation): void {
  settings.maxOutputTokens = request.number('max_output_tokens');
  settings.temperature = request.number('temperature');
  settings.topP = request.number('top_p');
  settings.presencePenalty = request.number('presence_penalty');
  settings.frequencyPenalty = request.number('frequency_penalty');
  const top = request.number('top_logprobs');
  let wantsLogprobs = top !== null && top > 0;
  for (const one of request.list('include')) {
    if (one === 'message.output_text.logprobs') wantsLogprobs = true;
    // Seals always come back with what they prove.
    else if (typeof one !== 'string') throw invalid('include', 'invalid_string');
    else if (one !== 'reasoning.encrypted_content')
      leftovers.push({ dialect: DIALECT, path: `include.${one}` });
  }
  settings.logprobs = wantsLogprobs ? (top ?? 0) : null;
}

function readThinking(reasoning: Members | null, { leftovers }: Reading): ThinkingWish | null {
  if (reasoning === null) return null;
  const effort = reasoning.text('effort');
  const summary = reasoning.text('summary') ?? reasoning.text('generate_summary');
  reasoning.any('generate_summary');
  if (summary !== null && summary !== 'auto')
    leftovers.push({ dialect: DIALECT, path: reasoning.pathOf('summary') });
  reasoning.leave(leftovers, DIALECT);
  if (effort === null && summary === null) return null;
  return {
    mode: effort === 'none' ? 'off' : effort === null ? 'auto' : 'on',
    budgetTokens: null,
    effort,
    shown: summary === null ? null : true,
  };
}

function readOutput(text: Members | null, { leftovers }: Reading): OutputWish | null {
  if (text === null) return null;
  const format = text.object('format');
  text.leave(leftovers, DIALECT);
  if (format === null) return null;
  const type = format.requiredText('type');
  const wish: OutputWish = { format: 'text', schema: null, name: '', description: '', strict: null };
  if (type === 'json_object') wish.format = 'json';
  else if (type === 'json_schema') {
    wish.format = 'schema';
    wish.schema = format.plainObject('schema');
    wish.name = format.text('name') ?? '';
    wish.description = format.text('description') ?? '';
    wish.strict = format.flag('strict');
  } else if (type !== 'text') throw invalid(format.pathOf('type'), 'invalid_value');
  format.leave(leftovers, DIALECT);
  return wish;
}

/** Tools of namespaces stand between the others. */
function readTools(owner: Members, reading: Reading): void {
  owner.each('tools', (tool) => {
    if (tool.text('type') !== 'namespace') reading.tools.add(readTool(tool, reading));
    else readNamespace(tool, reading);
  });
}

/** The description of a namespace stands once, at its first tool. */
function readNamespace(owner: Members, reading: Reading): void {
  const { tools, namespaced } = reading;
  const namespace = owner.requiredText('name');
  let description = owner.text('description') ?? '';
  owner.each('tools', (given) => {
    const tool = readTool(given, reading);
    if (tool.kind !== 'server') {
      const ownName = tool.name;
      tool.name = joinedName(namespace, ownName);
      if (description !== '') tool.description = `${description}\n\n${tool.description}`;
      description = '';
      namespaced.push({ name: tool.name, namespace, ownName, isSearch: false });
    }
    tools.add(tool);
  });
  owner.leave(reading.leftovers, DIALECT);
}

function readTool(tool: Members, reading: Reading): Tool {
  const { leftovers } = reading;
  const type = tool.requiredText('type');
  if (type === 'function') {
    const read: Tool = {
      kind: 'function',
      name: tool.requiredText('name'),
      description: tool.text('description') ?? '',
      schema: tool.plainObject('parameters'),
      // Elsewhere a schema is not kept to unless that is asked for.
      strict: tool.flag('strict') === true ? true : null,
      mark: null,
    };
    tool.leave(leftovers, DIALECT);
    return read;
  }
  if (type === 'custom') {
    const read: Tool = {
      kind: 'custom',
      name: tool.requiredText('name'),
      description: tool.text('description') ?? '',
      format: tool.plainObject('format'),
    };
    tool.leave(leftovers, DIALECT);
    return read;
  }
  if (type === TOOL_SEARCH && tool.text('execution') === 'client') return readSearch(tool, reading);
  return { kind: 'server', dialect: DIALECT, type, value: tool.value };
}

/** A search that the client runs is a function elsewhere. Source: OpenAI docs, "Tool search". */
function readSearch(tool: Members, { namespaced, leftovers }: Reading): Tool {
  namespaced.push({ name: TOOL_SEARCH, namespace: '', ownName: TOOL_SEARCH, isSearch: true });
  const read: Tool = {
    kind: 'function',
    name: TOOL_SEARCH,
    description: tool.text('description') ?? '',
    schema: tool.plainObject('parameters'),
    strict: null,
    mark: null,
  };
  tool.leave(leftovers, DIALECT);
  return read;
}

function readToolChoice(choice: unknown, { allowedTools, leftovers }: Reading): ToolChoice | null {
  if (choice === null) return null;
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { kind: choice };
  const given = new Members(choice, 'tool_choice');
  const type = given.requiredText('type');
  if (type === 'allowed_tools') {
    allowedTools.push(...given.each('tools', nameOfChosen));
    const isRequired = given.text('mode') === 'required';
    given.leave(leftovers, DIALECT);
    return { kind: isRequired ? 'required' : 'auto' };
  }
  const name = nameOfChosen(given);
  given.leave(leftovers, DIALECT);
  return { kind: 'tool', name };
}

/** A tool that runs at the vendor is chosen by its type. */
const nameOfChosen = (given: Members): string =>
  joinedName(given.text('namespace') ?? '', given.text('name') ?? given.requiredText('type'));

function turnOf(role: Turn['role'], parts: Part[]): Turn {
  return { role, name: '', parts };
}

function readInput(request: Members, reading: Reading): Turn[] {
  const input = request.any('input');
  if (typeof input === 'string') return [turnOf('user', [textPart(input)])];
  if (input === null) return [];
  const turns: Turn[] = [];
  /** A turn of the model goes on; so do results, until the next message. */
  const add = (role: 'user' | 'assistant', part: Part): void => {
    const last = turns.at(-1);
    if (last?.role === role && (role === 'assistant' || last.parts.at(-1)?.kind === 'result'))
      last.parts.push(part);
    else turns.push(turnOf(role, [part]));
  };
  request.each('input', (item) => {
    const type = item.text('type') ?? 'message';
    if (KEPT_ITEMS.has(type)) {
      const fields = [{ field: item.pathOf('type'), code: 'unsupported' }];
      throw new GatewayError('request.kept_input', {}, { fields });
    }
    if (type === 'message') addMessage(item, turns, reading);
    else if (type === 'additional_tools') addTools(item, reading);
    else {
      const part = readItem(type, item, reading);
      if (part !== null) add(part.kind === 'result' || OUTPUT_ITEM.test(type) ? 'user' : 'assistant', part);
    }
  });
  return turns;
}

/** Codex names its tools in the input. Source: https://github.com/openai/codex/pull/27946 */
function addTools(item: Members, reading: Reading): void {
  readTools(item, reading);
  for (const name of ['id', 'role', 'status']) item.any(name);
  item.leave(reading.leftovers, DIALECT);
}

function addMessage(item: Members, turns: Turn[], reading: Reading): void {
  const role = item.requiredText('role');
  const parts = readContent(item, 'content', reading);
  for (const name of ['id', 'status']) item.any(name);
  item.leave(reading.leftovers, DIALECT);
  const last = turns.at(-1);
  if (role === 'assistant' && last?.role === 'assistant') for (const part of parts) last.parts.push(part);
  else if (role === 'assistant' || role === 'user') turns.push(turnOf(role, parts));
  else if (role === 'system' || role === 'developer') turns.push(turnOf('system', parts));
  else throw invalid(item.pathOf('role'), 'invalid_value');
}

/** @returns null for a seal that was given to its call */
function readItem(type: string, item: Members, reading: Reading): Part | null {
  const { leftovers } = reading;
  let part: Part | null;
  if (type === 'function_call') part = readCall(item, 'arguments', reading);
  else if (type === 'custom_tool_call') part = readCall(item, 'input', reading);
  else if (type === 'function_call_output' || type === 'custom_tool_call_output')
    part = readResult(item, reading);
  else if (isClientSearch(type, item)) part = readSearchItem(type, item, reading);
  else if (type === 'reasoning') part = readReasoning(item, reading);
  else return { kind: 'opaque', dialect: DIALECT, type, value: item.value };
  for (const name of ['id', 'status']) item.any(name);
  item.leave(leftovers, DIALECT);
  return part;
}

const isClientSearch = (type: string, item: Members): boolean =>
  (type === 'tool_search_call' || type === 'tool_search_output') &&
  (item.value as { execution?: unknown }).execution === 'client';

/** The call of a search, or its result: the names of the tools that the model may call from now on. */
function readSearchItem(type: string, item: Members, reading: Reading): CallPart | ResultPart {
  item.any('execution');
  const callId = item.requiredText('call_id');
  if (type === 'tool_search_call') {
    const input = reading.texts.write(item.plainObject('arguments') ?? {}).toString('utf8');
    const call: CallPart = {
      ...{ kind: 'call', id: callId, name: TOOL_SEARCH, input, isCustom: false, seal: null, mark: null },
    };
    reading.calls.set(callId, call);
    return call;
  }
  const before = new Set(reading.tools.list);
  readTools(item, reading);
  const found = reading.tools.list.flatMap((tool) =>
    tool.kind === 'server' || before.has(tool) ? [] : [tool.name],
  );
  const told =
    found.length === 0 ? 'No tools were found.' : `These tools are available now: ${found.join(', ')}`;
  return { kind: 'result', callId, name: '', parts: [textPart(told)], isError: false, mark: null };
}

function readCall(item: Members, given: 'arguments' | 'input', { texts, calls }: Reading): CallPart {
  const call: CallPart = {
    kind: 'call',
    id: item.requiredText('call_id'),
    name: joinedName(item.text('namespace') ?? '', item.requiredText('name')),
    // Other dialects have the input of a custom tool as a text inside of a text.
    input: given === 'input' ? texts.full(item.text(given) ?? '') : item.text(given) || '{}',
    isCustom: given === 'input',
    seal: null,
    mark: null,
  };
  calls.set(call.id, call);
  return call;
}

function readResult(item: Members, reading: Reading): ResultPart {
  return {
    kind: 'result',
    callId: item.requiredText('call_id'),
    name: '',
    parts: readContent(item, 'output', reading),
    isError: false,
    mark: null,
  };
}

/** Thinking belongs to the turn of the model in which it stands. */
function readReasoning(item: Members, { texts, calls }: Reading): ThinkingPart | null {
  const textsOf = (name: string): string[] => item.each(name, (part) => part.text('text') ?? '');
  const summary = textsOf('summary');
  const content = textsOf('content');
  const sealed = item.text('encrypted_content');
  const ofCall = sealed === null ? null : readCallSeal(sealed, texts);
  if (ofCall !== null) {
    const call = calls.get(ofCall.callId);
    if (call !== undefined) call.seal = ofCall.seal;
    return null;
  }
  return {
    kind: 'thinking',
    text: (content.length > 0 ? content : summary).join('\n\n'),
    isSummary: content.length === 0,
    seal: sealed === null ? null : readSeal(sealed, DIALECT, texts),
  };
}

function readContent(members: Members, name: 'content' | 'output', reading: Reading): Part[] {
  const content = members.any(name);
  if (content === null || content === '') return [];
  if (typeof content === 'string') return [textPart(content)];
  if (!Array.isArray(content)) throw invalid(members.pathOf(name), 'invalid_value');
  return members.each(name, (part) => readPart(part, reading)).flat();
}

function readPart(part: Members, reading: Reading): Part[] {
  const type = part.requiredText('type');
  const read = readKnownPart(type, part, reading);
  if (read === null) {
    reading.leftovers.push({ dialect: DIALECT, path: part.pathOf(type) });
    return [];
  }
  part.leave(reading.leftovers, DIALECT);
  return [read];
}

function readKnownPart(type: string, part: Members, { texts }: Reading): Part | null {
  const media = (
    kind: MediaPart['media'],
    rest: Pick<MediaPart, 'mimeType' | 'source'> & Partial<MediaPart>,
  ): MediaPart => ({ kind: 'media', media: kind, name: '', detail: '', ...rest, mark: null });
  switch (type) {
    case 'input_text':
    case 'output_text':
    case 'text': {
      const text = textPart(part.requiredText('text'));
      text.citations = part.each('annotations', readCitation).filter((one) => one !== null);
      part.any('logprobs');
      return text;
    }
    case 'refusal':
      return { kind: 'refusal', text: part.requiredText('refusal') };
    case 'input_image': {
      const detail = part.text('detail') ?? '';
      const id = part.text('file_id');
      if (id !== null) return media('image', { mimeType: '', source: { kind: 'id', id }, detail });
      return media('image', { ...fromUrl(part.requiredText('image_url'), texts), detail });
    }
    case 'input_file': {
      const name = part.text('filename') ?? '';
      const id = part.text('file_id');
      const url = part.text('file_url');
      if (id !== null) return media('file', { mimeType: '', name, source: { kind: 'id', id } });
      if (url !== null) return media('file', { mimeType: '', name, source: { kind: 'url', url } });
      return media('file', { ...fromUrl(part.requiredText('file_data'), texts), name });
    }
    case 'input_audio': {
      const audio = part.object('input_audio');
      if (audio === null) throw invalid(part.pathOf('input_audio'), 'required');
      return media('audio', {
        mimeType: `audio/${audio.text('format') ?? 'wav'}`,
        source: { kind: 'bytes', data: audio.requiredText('data') },
      });
    }
    default:
      return null;
  }
}

function readCitation(annotation: Members): Citation | null {
  if (annotation.text('type') !== 'url_citation') return null;
  return {
    url: annotation.text('url') ?? '',
    title: annotation.text('title') ?? '',
    text: '',
    start: annotation.number('start_index'),
    end: annotation.number('end_index'),
  };
}

/** The bytes of a `data:` address, or the address. */
function fromUrl(url: string, texts: LongTexts): Pick<MediaPart, 'mimeType' | 'source'> {
  const inlined = splitDataUrl(url, texts);
  return inlined === null
    ? { mimeType: '', source: { kind: 'url', url } }
    : { mimeType: inlined.mimeType, source: { kind: 'bytes', data: inlined.data } };
}
