import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { RequestSource } from '../conversation-format.ts';
import { readCallId } from '../neutral/call-ids.ts';
import {
  type CacheMark,
  type Conversation,
  emptyConversation,
  type Leftover,
  type MediaPart,
  type MediaSource,
  type OutputWish,
  type Part,
  type ThinkingWish,
  type Tool,
  type Turn,
  textPart,
} from '../neutral/conversation.ts';
import { assertSaid } from '../neutral/history.ts';
import { invalid, Members } from '../neutral/members.ts';
import { redactedSeal } from '../neutral/redacted-thinking.ts';
import { NO_SEAL, readSeal } from '../neutral/seals.ts';

const DIALECT = 'anthropic-messages';

interface Reading {
  texts: LongTexts;
  leftovers: Leftover[];
}

/** A request for a message. Source: Claude API reference, "Create a Message". */
export function readMessagesRequest(tree: unknown, { texts }: RequestSource): Conversation {
  const request = new Members(tree, '');
  const talk = emptyConversation();
  const { leftovers } = talk;
  const reading: Reading = { texts, leftovers };
  // Read from the scanned body already.
  for (const name of ['model', 'stream']) request.any(name);
  const system = readContent(request, 'system', reading);
  const turns = request.each('messages', (message): Turn => {
    const role = message.requiredText('role');
    if (role !== 'user' && role !== 'assistant' && role !== 'system')
      throw invalid(message.pathOf('role'), 'invalid_value');
    const parts = readContent(message, 'content', reading);
    message.leave(leftovers, DIALECT);
    return { role, name: '', parts };
  });
  assertSaid(turns, 'messages');
  talk.turns = system.length > 0 ? [{ role: 'system', name: '', parts: system }, ...turns] : turns;
  talk.tools = request.each('tools', (tool) => readTool(tool, leftovers));
  readToolChoice(request.object('tool_choice'), talk);
  const { settings } = talk;
  settings.maxOutputTokens = request.number('max_tokens');
  settings.temperature = request.number('temperature');
  settings.topP = request.number('top_p');
  settings.topK = request.number('top_k');
  settings.stop = request.textList('stop_sequences');
  const config = request.object('output_config');
  talk.thinking = readThinking(request.object('thinking'), config?.text('effort') ?? null, leftovers);
  talk.output = readOutput(config?.object('format') ?? request.object('output_format'), leftovers);
  config?.leave(leftovers, DIALECT);
  const metadata = request.object('metadata');
  talk.account.user = metadata?.text('user_id') ?? '';
  metadata?.leave(leftovers, DIALECT);
  request.leave(leftovers, DIALECT);
  return talk;
}

function readThinking(
  thinking: Members | null,
  effort: string | null,
  leftovers: Leftover[],
): ThinkingWish | null {
  if (thinking === null)
    return effort === null ? null : { mode: 'auto', budgetTokens: null, effort, shown: null };
  const type = thinking.requiredText('type');
  const display = thinking.text('display');
  const wish: ThinkingWish = {
    mode: type === 'disabled' ? 'off' : type === 'adaptive' ? 'auto' : 'on',
    budgetTokens: thinking.number('budget_tokens'),
    effort,
    shown: display === null ? null : display !== 'omitted',
  };
  thinking.leave(leftovers, DIALECT);
  return wish;
}

function readOutput(format: Members | null, leftovers: Leftover[]): OutputWish | null {
  if (format === null) return null;
  const type = format.text('type');
  if (type !== 'json_schema') throw invalid(format.pathOf('type'), 'invalid_value');
  const schema = format.plainObject('schema');
  format.leave(leftovers, DIALECT);
  return { format: 'schema', schema, name: '', description: '', strict: true };
}

function readTool(tool: Members, leftovers: Leftover[]): Tool {
  const type = tool.text('type') ?? 'custom';
  if (type !== 'custom') return { kind: 'server', dialect: DIALECT, type, value: tool.value };
  const read: Tool = {
    kind: 'function',
    name: tool.requiredText('name'),
    description: tool.text('description') ?? '',
    schema: tool.plainObject('input_schema'),
    strict: tool.flag('strict'),
    mark: readMark(tool),
  };
  tool.leave(leftovers, DIALECT);
  return read;
}

function readToolChoice(choice: Members | null, talk: Conversation): void {
  if (choice === null) return;
  const type = choice.requiredText('type');
  const isSerial = choice.flag('disable_parallel_tool_use');
  if (isSerial !== null) talk.parallelCalls = !isSerial;
  if (type === 'tool') talk.toolChoice = { kind: 'tool', name: choice.requiredText('name') };
  else if (type === 'any') talk.toolChoice = { kind: 'required' };
  else if (type === 'auto' || type === 'none') talk.toolChoice = { kind: type };
  else throw invalid(choice.pathOf('type'), 'invalid_value');
  choice.leave(talk.leftovers, DIALECT);
}

function readContent(owner: Members, name: string, reading: Reading): Part[] {
  const content = owner.any(name);
  if (content === null || content === '') return [];
  if (typeof content === 'string') return [textPart(content)];
  if (!Array.isArray(content)) throw invalid(owner.pathOf(name), 'invalid_value');
  return owner.each(name, (block) => readBlock(block, reading)).flat();
}

function readBlock(block: Members, reading: Reading): Part[] {
  const type = block.requiredText('type');
  const parts = readKnownBlock(type, block, reading);
  if (parts === null) return [{ kind: 'opaque', dialect: DIALECT, type, value: block.value }];
  block.leave(reading.leftovers, DIALECT);
  return parts;
}

function readKnownBlock(type: string, block: Members, reading: Reading): Part[] | null {
  const { texts } = reading;
  switch (type) {
    case 'text':
      return [textPart(block.requiredText('text'), readMark(block))];
    case 'image':
      return [readMedia('image', block, reading)];
    case 'document':
      return readDocument(block, reading);
    case 'thinking': {
      const signature = block.text('signature') ?? '';
      const isSealed = signature !== '' && signature !== NO_SEAL;
      const seal = isSealed ? readSeal(signature, DIALECT, texts) : null;
      return [{ kind: 'thinking', text: block.text('thinking') ?? '', isSummary: false, seal }];
    }
    case 'redacted_thinking': {
      const seal = redactedSeal(block.requiredText('data'), 'anthropic-messages');
      return [{ kind: 'thinking', text: '', isSummary: false, seal }];
    }
    case 'tool_use':
      return [
        {
          kind: 'call',
          id: readCallId(block.requiredText('id')),
          name: block.requiredText('name'),
          // A text inside of a text: long ones stand in it as they are.
          input: texts.write(block.plainObject('input') ?? {}).toString('utf8'),
          isCustom: false,
          seal: null,
          mark: readMark(block),
        },
      ];
    case 'tool_result':
      return [
        {
          kind: 'result',
          callId: readCallId(block.requiredText('tool_use_id')),
          name: '',
          parts: readContent(block, 'content', reading),
          isError: block.flag('is_error') ?? false,
          mark: readMark(block),
        },
      ];
    default:
      return null;
  }
}

function readMedia(media: MediaPart['media'], block: Members, { leftovers }: Reading): MediaPart {
  const source = block.object('source');
  if (source === null) throw invalid(block.pathOf('source'), 'required');
  const said = readSource(source);
  const part: MediaPart = {
    kind: 'media',
    media,
    mimeType: source.text('media_type') ?? '',
    // Text has no name elsewhere: it is left over.
    name: said.kind === 'text' ? '' : (block.text('title') ?? ''),
    source: said,
    detail: '',
    mark: readMark(block),
  };
  source.leave(leftovers, DIALECT);
  return part;
}

function readSource(source: Members): MediaSource {
  const type = source.requiredText('type');
  switch (type) {
    case 'base64':
      return { kind: 'bytes', data: source.requiredText('data') };
    case 'url':
      return { kind: 'url', url: source.requiredText('url') };
    case 'file':
      return { kind: 'id', id: source.requiredText('file_id') };
    case 'text':
      return { kind: 'text', text: source.requiredText('data') };
    default:
      throw invalid(source.pathOf('type'), 'invalid_value');
  }
}

/** A document may be a list of blocks. */
function readDocument(block: Members, reading: Reading): Part[] {
  const source = block.object('source');
  if (source?.text('type') !== 'content') return [readMedia('file', block, reading)];
  const parts = readContent(source, 'content', reading);
  source.leave(reading.leftovers, DIALECT);
  return parts;
}

function readMark(block: Members): CacheMark | null {
  const control = block.object('cache_control');
  return control === null ? null : { lifetime: control.text('ttl') === '1h' ? '1h' : '5m' };
}
