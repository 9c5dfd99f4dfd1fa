type Json = Record<string, unknown>;

const MEMBERS: ReadonlySet<string> = new Set([
  ...['audio', 'frequency_penalty', 'logit_bias', 'logprobs', 'max_completion_tokens', 'max_tokens'],
  ...['messages', 'metadata', 'modalities', 'model', 'n', 'parallel_tool_calls', 'prediction'],
  ...['presence_penalty', 'prompt_cache_key', 'prompt_cache_retention', 'reasoning_effort'],
  ...['response_format', 'safety_identifier', 'seed', 'service_tier', 'stop', 'store', 'stream'],
  ...['stream_options', 'temperature', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'user'],
  ...['verbosity', 'web_search_options'],
]);
/** Parts that a message of a role may have. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
};
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const EFFORTS: ReadonlySet<unknown> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']);
const MAX_STOPS = 4;
const MAX_CALL_ID = 40;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * What OpenAI would not take in a request of a chat completion, in its words where they are known; null where it would.
 * Source: OpenAI API reference, "Create chat completion".
 */
export function faultOfChatRequest(body: Json): string | null {
  const unknown = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) return `Unknown parameter: '${unknown}'.`;
  if (typeof body.model !== 'string') return "Missing required parameter: 'model'.";
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    return "Invalid 'messages': empty array. Expected an array with minimum length 1.";
  return faultOfSettings(body) ?? faultOfTools(body) ?? faultOfMessages(listOf(body.messages));
}

function faultOfSettings(body: Json): string | null {
  if (body.stream_options !== undefined && body.stream !== true)
    return "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined)
    return 'Setting max_tokens and max_completion_tokens at the same time is not supported.';
  if (body.reasoning_effort !== undefined && !EFFORTS.has(body.reasoning_effort))
    return `Invalid value: '${String(body.reasoning_effort)}' of 'reasoning_effort'.`;
  if (Array.isArray(body.stop) && body.stop.length > MAX_STOPS) return "Invalid 'stop': array too long.";
  if (body.metadata !== undefined && body.store !== true)
    return "The 'metadata' parameter is only allowed when 'store' is enabled.";
  const { response_format: format } = body;
  if (!isObject(format) || format.type !== 'json_schema') return null;
  const { json_schema: schema } = format;
  return isObject(schema) && NAME.test(String(schema.name))
    ? null
    : "Missing required parameter: 'response_format.json_schema.name'.";
}

function faultOfTools({ tools, tool_choice, parallel_tool_calls }: Json): string | null {
  if (tools === undefined) {
    if (tool_choice !== undefined) return "'tool_choice' is only allowed when 'tools' are specified.";
    if (parallel_tool_calls !== undefined)
      return "'parallel_tool_calls' is only allowed when 'tools' are specified.";
    return null;
  }
  if (listOf(tools).length === 0) return "Invalid 'tools': empty array.";
  const names = new Set<unknown>();
  for (const [at, tool] of listOf(tools).entries()) {
    const { type } = tool;
    if (type !== 'function' && type !== 'custom') return `Invalid value: '${String(type)}' of tools[${at}].`;
    const described = tool[type];
    if (!isObject(described) || !NAME.test(String(described.name)))
      return `Invalid 'tools[${at}].${type}.name': string does not match pattern.`;
    if (names.has(described.name)) return `Duplicate tool name ${String(described.name)}.`;
    names.add(described.name);
    const { parameters } = described;
    if (parameters !== undefined && (!isObject(parameters) || parameters.type !== 'object'))
      return `Invalid schema for function '${String(described.name)}': schema must be of type: "object".`;
  }
  return null;
}

function faultOfMessages(messages: readonly Json[]): string | null {
  let open = new Set<unknown>();
  for (const [at, message] of messages.entries()) {
    const { role, tool_call_id, content } = message;
    const where = `messages[${at}]`;
    if (role === 'tool') {
      if (!open.delete(tool_call_id))
        return `${where}: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.`;
    } else if (open.size > 0)
      return `${where}: an assistant message with 'tool_calls' must be followed by tool messages.`;
    const fault = faultOfContent(message, where) ?? faultOfCalls(message, where);
    if (fault !== null) return fault;
    const calls = listOf(message.tool_calls);
    if (calls.length > 0) open = new Set(calls.map(({ id }) => id));
    else if ((content === undefined || content === null) && message.refusal === undefined)
      return `Invalid value for 'content' of ${where}: expected a string, got null.`;
  }
  return open.size === 0 ? null : "An assistant message with 'tool_calls' must be followed by tool messages.";
}

function faultOfContent({ role, content }: Json, where: string): string | null {
  const allowed = PARTS[String(role)];
  if (allowed === undefined) return `Invalid value: '${String(role)}' of ${where}.role.`;
  if (!Array.isArray(content)) return null;
  if (content.length === 0) return `Invalid '${where}.content': empty array.`;
  for (const part of listOf(content)) {
    if (!allowed.includes(String(part.type)))
      return `Invalid value: '${String(part.type)}' of ${where}.content.`;
    if (part.type === 'image_url' && !/^(https?:|data:image\/\w+;base64,\S)/.test(String(urlOf(part))))
      return `Invalid '${where}.content': a picture without a valid address.`;
  }
  return null;
}

const urlOf = ({ image_url: picture }: Json): unknown => (isObject(picture) ? picture.url : undefined);

function faultOfCalls({ role, tool_calls }: Json, where: string): string | null {
  if (tool_calls === undefined) return null;
  if (role !== 'assistant' || listOf(tool_calls).length === 0) return `Invalid '${where}.tool_calls'.`;
  for (const { id, type, function: called } of listOf(tool_calls)) {
    if (typeof id !== 'string' || id === '' || id.length > MAX_CALL_ID)
      return `Invalid '${where}.tool_calls.id': string too long or empty.`;
    if (type !== 'function') continue;
    if (!isObject(called) || !NAME.test(String(called.name)) || typeof called.arguments !== 'string')
      return `Invalid '${where}.tool_calls.function'.`;
  }
  return null;
}
