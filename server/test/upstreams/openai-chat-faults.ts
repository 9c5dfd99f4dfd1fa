type Json = Record<string, unknown>;

const MEMBERS: ReadonlySet<string> = new Set([
  ...[
    'model',
    'messages',
    'audio',
    'frequency_penalty',
    'function_call',
    'functions',
    'logit_bias',
    'logprobs',
  ],
  ...[
    'max_completion_tokens',
    'max_tokens',
    'metadata',
    'modalities',
    'n',
    'parallel_tool_calls',
    'prediction',
  ],
  ...[
    'presence_penalty',
    'prompt_cache_key',
    'reasoning_effort',
    'response_format',
    'safety_identifier',
    'seed',
  ],
  ...['service_tier', 'stop', 'store', 'stream', 'stream_options', 'temperature', 'tool_choice', 'tools'],
  ...['top_logprobs', 'top_p', 'user', 'verbosity', 'web_search_options'],
]);
const MESSAGE_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: [
    ...['role', 'content', 'name', 'refusal', 'tool_calls', 'function_call', 'audio', 'annotations'],
    // Vendors of this dialect accept their thinking members in requests.
    ...['reasoning_content', 'reasoning_details'],
  ],
  tool: ['role', 'content', 'tool_call_id'],
};
const PARTS: Readonly<Record<string, readonly string[]>> = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
};
/** Per part type: the member with its content, and the required members in it. */
const HELD: Readonly<Record<string, readonly string[]>> = {
  image_url: ['url'],
  input_audio: ['data'],
  file: ['file_data', 'file_id'],
};
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const EFFORTS: ReadonlySet<unknown> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']);
const MAX_STOPS = 4;
const MAX_CALL_ID = 40;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * The refusal of a chat completion request by OpenAI, in its own words where they are known.
 * @returns null where nothing is wrong
 * Source: OpenAI API reference, "Create chat completion".
 */
export function faultOfChat(body: Json): string | null {
  const unknown = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) return `Unrecognized request argument supplied: ${unknown}`;
  if (!isText(body.model)) return 'you must provide a model parameter';
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    return "Invalid 'messages': empty array. Expected an array with minimum length 1.";
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined)
    return "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.";
  if (Array.isArray(body.stop) && body.stop.length > MAX_STOPS)
    return `Invalid 'stop': array too long. Expected an array with maximum length ${MAX_STOPS}.`;
  if (body.stream_options !== undefined && body.stream !== true)
    return "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  if (body.reasoning_effort !== undefined && !EFFORTS.has(body.reasoning_effort))
    return `Invalid value: '${String(body.reasoning_effort)}' of 'reasoning_effort'.`;
  if (body.metadata !== undefined && body.store !== true)
    return "The 'metadata' parameter is only allowed when 'store' is enabled.";
  return faultOfTools(body) ?? faultOfFormat(body.response_format) ?? faultOfMessages(body.messages);
}

function faultOfTools({ tools, tool_choice, parallel_tool_calls }: Json): string | null {
  if (tools === undefined) {
    if (tool_choice !== undefined) return "'tool_choice' is only allowed when 'tools' are specified.";
    return parallel_tool_calls === undefined
      ? null
      : "'parallel_tool_calls' is only allowed when 'tools' are specified.";
  }
  if (!Array.isArray(tools) || tools.length === 0) return "Invalid 'tools': empty array.";
  const names = new Set<string>();
  for (const [at, tool] of listOf(tools).entries()) {
    if (tool.type !== 'function' && tool.type !== 'custom') return `Invalid value: 'tools[${at}].type'.`;
    const declared = tool[tool.type];
    if (!isObject(declared) || typeof declared.name !== 'string' || !NAME.test(declared.name))
      return `Invalid 'tools[${at}].function.name': string does not match pattern.`;
    if (names.has(declared.name)) return `Duplicate tool name ${declared.name}.`;
    names.add(declared.name);
    const { parameters } = declared;
    if (parameters !== undefined && !(isObject(parameters) && parameters.type === 'object'))
      return `Invalid schema for function '${declared.name}': schema must be of type 'object'.`;
    const fault = faultOfSchema(parameters);
    if (fault !== null) return `Invalid schema for function '${declared.name}': ${fault}.`;
  }
  return null;
}

/** As OpenAI says it, wherever in the schema. */
export function faultOfSchema(value: unknown, isSchema = true): string | null {
  if (Array.isArray(value)) return firstFault(value.map((one) => faultOfSchema(one, isSchema)));
  if (!isObject(value)) return null;
  if (isSchema && value.type === 'object' && !isObject(value.properties))
    return 'object schema missing properties';
  if (isSchema && value.type === 'array' && value.items === undefined && value.prefixItems === undefined)
    return 'array schema missing items';
  const inside = Object.entries(value).filter(
    ([name]) => !['enum', 'const', 'default', 'examples'].includes(name),
  );
  // The names in a map of schemas are no keywords.
  return firstFault(
    inside.map(([name, one]) =>
      faultOfSchema(one, !(isSchema && ['properties', '$defs', 'definitions'].includes(name))),
    ),
  );
}

const firstFault = (faults: (string | null)[]): string | null =>
  faults.find((fault) => fault !== null) ?? null;

function faultOfFormat(format: unknown): string | null {
  if (format === undefined) return null;
  if (!isObject(format)) return "Invalid type for 'response_format'.";
  if (format.type !== 'json_schema') return null;
  const { json_schema } = format;
  const fault = faultOfSchema(isObject(json_schema) ? json_schema.schema : undefined);
  if (fault !== null) return `Invalid schema for response_format: ${fault}.`;
  return isObject(json_schema) && typeof json_schema.name === 'string' && NAME.test(json_schema.name)
    ? null
    : "Missing required parameter: 'response_format.json_schema.name'.";
}

/** Results follow the calls that they are of, each once, before anything else. */
function faultOfMessages(messages: readonly unknown[]): string | null {
  let open: unknown[] = [];
  for (const [at, message] of messages.entries()) {
    const path = `messages[${at}]`;
    if (!isObject(message)) return `Invalid type for '${path}'.`;
    const fault = faultOfMessage(message, path);
    if (fault !== null) return fault;
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id))
        return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (open.length > 0) return withoutResult(open);
    open = listOf(message.tool_calls).map(({ id }) => id);
  }
  return open.length > 0 ? withoutResult(open) : null;
}

const withoutResult = (ids: readonly unknown[]): string =>
  `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`;

function faultOfMessage(message: Json, path: string): string | null {
  const role = String(message.role);
  const members = MESSAGE_MEMBERS[role];
  if (members === undefined) return `Invalid value: '${role}'. (${path}.role)`;
  const unknown = Object.keys(message).find((name) => !members.includes(name));
  if (unknown !== undefined) return `Unknown parameter: '${path}.${unknown}'.`;
  const { content, tool_calls } = message;
  if (tool_calls !== undefined && tool_calls !== null) {
    if (!Array.isArray(tool_calls) || tool_calls.length === 0) return `Invalid '${path}.tool_calls'.`;
    for (const call of listOf(tool_calls)) {
      const { id, type, function: called } = call;
      if (type === 'custom') continue;
      if (isText(id) && id.length > MAX_CALL_ID) return `Invalid '${path}.tool_calls.id': string too long.`;
      if (!isText(id) || type !== 'function') return `Missing required parameter: '${path}.tool_calls.id'.`;
      if (!isObject(called) || !isText(called.name) || typeof called.arguments !== 'string')
        return `Invalid type for '${path}.tool_calls.function.arguments': expected a string.`;
    }
  }
  if (typeof content === 'string') return null;
  if (content === null || content === undefined)
    return role === 'assistant'
      ? null
      : `Invalid value for 'content': expected a string, got null. (${path})`;
  if (!Array.isArray(content) || content.length === 0) return `Invalid type for '${path}.content'.`;
  return faultOfParts(listOf(content), { role, path });
}

function faultOfParts(parts: readonly Json[], { role, path }: { role: string; path: string }): string | null {
  for (const [at, part] of parts.entries()) {
    const type = String(part.type);
    const place = `${path}.content[${at}]`;
    if (!PARTS[role]?.includes(type)) return `Invalid value: '${type}'. (${place}.type)`;
    if (type === 'text' && typeof part.text !== 'string') return `Invalid type for '${place}.text'.`;
    const held = HELD[type];
    const value = part[type];
    if (held !== undefined && !(isObject(value) && held.some((name) => isText(value[name]))))
      return `Missing required parameter: '${place}.${type}.${held[0]}'.`;
    const url = isObject(value) ? (value.url ?? value.file_data) : undefined;
    if (typeof url === 'string' && !/^(https?:|data:[\w/+.-]+;base64,[\w+/=-]+$)/.test(url))
      return `Invalid '${place}': expected a base64-encoded data URL.`;
  }
  return null;
}
