type Json = Record<string, unknown>;

const MEMBERS: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'max_tokens', 'system', 'metadata', 'stop_sequences', 'stream', 'temperature'],
  ...['top_k', 'top_p', 'tools', 'tool_choice', 'thinking', 'service_tier', 'output_config', 'cache_control'],
  ...['container', 'inference_geo', 'speed'],
]);
/** Members that are known only with a beta header. */
const BETA_MEMBERS: ReadonlySet<string> = new Set([
  'context_management',
  'mcp_servers',
  'output_format',
  'fallbacks',
  'thread',
]);
/** From this version on there are none of these. */
const WITHOUT_SAMPLING = '2026-10-21';
const SAMPLING_MEMBERS: ReadonlySet<string> = new Set(['temperature', 'top_k', 'top_p']);
/** With these, the system may speak between the others, as Claude Code lets it. */
const SYSTEM_BETA = /per-turn-control|mid-conversation/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const PICTURES: ReadonlySet<unknown> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MIN_THINKING_TOKENS = 1024;
const MAX_CACHE_MARKS = 4;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * The refusal of a request by Anthropic, in its own words where they are known.
 * @param asked values of the caller's headers
 * @returns null where nothing is wrong
 * Source: Claude API reference, "Create a Message"; Claude docs, "Tool use", "Extended thinking" and "Prompt caching".
 */
export function faultOfMessages(
  body: Json,
  { version, beta }: { version: string; beta: string },
): string | null {
  const unknown = Object.keys(body).find(
    (name) =>
      (!MEMBERS.has(name) && !(beta !== '' && BETA_MEMBERS.has(name))) ||
      (version >= WITHOUT_SAMPLING && SAMPLING_MEMBERS.has(name)),
  );
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`;
  if (!isText(body.model)) return 'model: Field required';
  if (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 0) return 'max_tokens: Field required';
  if (!Array.isArray(body.messages)) return 'messages: Field required';
  // The messages before these are in the thread.
  if (isObject(body.thread) && body.thread.type === 'continue') return null;
  if (body.messages.length === 0) return 'messages: at least one message is required';
  if (cacheMarksIn(body) > MAX_CACHE_MARKS)
    return `A maximum of ${MAX_CACHE_MARKS} blocks with cache_control`;
  return (
    faultOfTools(body) ??
    faultOfThinking(body) ??
    faultOfTurns(listOf(body.messages), body, SYSTEM_BETA.test(beta))
  );
}

function cacheMarksIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + cacheMarksIn(one), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce(
    (sum: number, one) => sum + cacheMarksIn(one),
    'cache_control' in value ? 1 : 0,
  );
}

function faultOfTools({ tools }: Json): string | null {
  for (const [index, tool] of listOf(tools).entries()) {
    if (typeof tool.name !== 'string' || !NAME.test(tool.name))
      return `tools.${index}.name: String should match`;
    const isOwn = tool.type === undefined || tool.type === 'custom';
    if (isOwn && (!isObject(tool.input_schema) || tool.input_schema.type !== 'object'))
      return `tools.${index}.input_schema.type: Field required`;
  }
  return null;
}

function faultOfThinking({ thinking, max_tokens, tool_choice, temperature }: Json): string | null {
  if (!isObject(thinking) || thinking.type !== 'enabled') return null;
  const budget = Number(thinking.budget_tokens);
  if (!(budget >= MIN_THINKING_TOKENS))
    return 'thinking.budget_tokens: Input should be greater than or equal to 1024';
  if (budget >= Number(max_tokens)) return '`max_tokens` must be greater than `thinking.budget_tokens`';
  if (temperature !== undefined && temperature !== 1)
    return '`temperature` may only be set to 1 when thinking is enabled';
  const isForced = isObject(tool_choice) && (tool_choice.type === 'any' || tool_choice.type === 'tool');
  return isForced ? 'Thinking may not be enabled when tool_choice forces tool use.' : null;
}

function faultOfTurns(messages: Json[], { thinking }: Json, takesSystem: boolean): string | null {
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  let called: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const path = `messages.${index}`;
    if (role === 'system' && takesSystem) continue;
    if (role !== 'user' && role !== 'assistant') return `${path}.role: Input should be 'user' or 'assistant'`;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
    if (blocks.length === 0 && index < messages.length - 1)
      return `${path}: all messages must have non-empty content`;
    const fault = faultOfBlocks(blocks, `${path}.content`) ?? faultOfResults(blocks, called, path);
    if (fault !== null) return fault;
    called = role === 'assistant' ? idsOf(blocks, 'tool_use', 'id') : [];
    // Only before the last set of calls and results. Source: Claude docs, "Extended thinking", "Tool use".
    const isLast = called.length > 0 && index >= messages.length - 2;
    const mustThink = isLast && isObject(thinking) && thinking.type === 'enabled';
    if (mustThink && !/thinking$/.test(String(blocks[0]?.type)))
      return `${path}.content.0.type: Expected \`thinking\` or \`redacted_thinking\``;
  }
  return called.length === 0
    ? null
    : '`tool_use` ids were found without `tool_result` blocks immediately after';
}

const idsOf = (blocks: Json[], type: string, member: string): string[] =>
  blocks.filter((block) => block.type === type).map((block) => String(block[member]));

/** All results of the calls before stand first, and no others. */
function faultOfResults(blocks: Json[], called: string[], path: string): string | null {
  const results = idsOf(blocks, 'tool_result', 'tool_use_id');
  const stray = results.find((id) => !called.includes(id));
  if (stray !== undefined)
    return `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}`;
  const missing = called.find((id) => !results.includes(id));
  if (missing !== undefined)
    return `${path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing}`;
  const isFirst = blocks.slice(0, results.length).every(({ type }) => type === 'tool_result');
  return isFirst ? null : `${path}: \`tool_result\` blocks must come first`;
}

function faultOfBlocks(blocks: Json[], path: string): string | null {
  for (const [index, block] of blocks.entries()) {
    const fault = faultOfBlock(block, `${path}.${index}`);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOfBlock(block: Json, path: string): string | null {
  switch (block.type) {
    case 'text':
      return isText(block.text) ? null : `${path}: text content blocks must be non-empty`;
    case 'thinking':
      return isText(block.signature) ? null : `${path}.thinking.signature: Field required`;
    case 'redacted_thinking':
      return isText(block.data) ? null : `${path}.redacted_thinking.data: Field required`;
    case 'tool_use':
      if (!NAME.test(String(block.id))) return `${path}.tool_use.id: String should match pattern`;
      return isObject(block.input) ? null : `${path}.tool_use.input: Input should be a valid dictionary`;
    case 'tool_result':
      return Array.isArray(block.content) ? faultOfBlocks(listOf(block.content), `${path}.content`) : null;
    case 'image':
      return faultOfSource(block.source, { path, types: PICTURES });
    case 'document':
      return faultOfSource(block.source, { path, types: new Set(['application/pdf']) });
    default:
      return isText(block.type) ? null : `${path}.type: Field required`;
  }
}

function faultOfSource(
  source: unknown,
  { path, types }: { path: string; types: ReadonlySet<unknown> },
): string | null {
  const at = `${path}.source`;
  if (!isObject(source)) return `${at}: Field required`;
  switch (source.type) {
    case 'base64':
      if (!types.has(source.media_type)) return `${at}.base64.media_type: Input should be a known type`;
      return isText(source.data) && /^[\w+/=-]+$/.test(source.data)
        ? null
        : `${at}.base64.data: invalid base64`;
    case 'url':
      return /^https:\/\//.test(String(source.url)) ? null : `${at}.url: Only HTTPS URLs are supported.`;
    case 'file':
      return isText(source.file_id) ? null : `${at}.file_id: Field required`;
    case 'text':
      return source.media_type === 'text/plain'
        ? null
        : `${at}.text.media_type: Input should be 'text/plain'`;
    case 'content':
      return faultOfBlocks(listOf(source.content), `${at}.content`);
    default:
      return `${at}.type: Input tag does not match`;
  }
}
