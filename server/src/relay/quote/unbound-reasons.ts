import type { UnboundReason } from '@turnpike/contract';
import type { Dialect, RequestFacts } from '../../dialects/dialect.ts';
import { type Json, listOf, objectOf } from '../../dialects/neutral/json-values.ts';
import { embedding } from '../../dialects/operation.ts';

/** Returns the reasons why the cost of a call depends on the upstream. */
export function unboundBy(
  { facts, dialect }: { facts: RequestFacts; dialect: Dialect },
  body: Json,
): UnboundReason[] {
  const reasons: UnboundReason[] = [];
  if (facts.maxOutputTokens === null) reasons.push('no_output_limit');
  if (asksUpstreamTools(body)) reasons.push('upstream_tools');
  if (namesKeptInput(body, dialect)) reasons.push('kept_input');
  const isOther = (name: string): boolean => !HARMLESS.has(name) && !KNOWN_OTHERWISE.has(name);
  const hasOther = dialect.operation === embedding ? hasOtherInput(body) : hasOtherParts(body, dialect);
  if (Object.keys(body).some(isOther) || hasOther) reasons.push('other_members');
  return reasons;
}

/** Members of an embedding input; some vendors accept pictures and files, also by address. */
const INPUT_MEMBERS: ReadonlySet<string> = new Set(['type', 'text', 'image_url']);
const ADDRESS = /^\s*(?:[a-z][a-z\d+.-]*:\/\/|data:)/i;

function hasOtherInput({ input, messages, contents, content }: Json): boolean {
  if ([messages, contents].some((member) => member != null)) return true;
  const inputs = [[input, objectOf(content)?.parts]].flat(3);
  return inputs.some((one) =>
    typeof one === 'string'
      ? ADDRESS.test(one)
      : Object.keys(objectOf(one) ?? {}).some((name) => !INPUT_MEMBERS.has(name)),
  );
}

/** Part types other than text. */
const SOURCED: ReadonlySet<unknown> = new Set(['image', 'document', 'search_result']);

function hasOtherParts(body: Json, { partMembers }: Dialect): boolean {
  if (partMembers === undefined) return false;
  const isOther = (part: unknown): boolean => {
    const members = objectOf(part) ?? {};
    if (Object.keys(members).some((name) => !partMembers.has(name))) return true;
    if (members.source !== undefined && !SOURCED.has(members.type)) return true;
    return listOf(members.content).some(isOther);
  };
  const messages = [body.messages, body.input, body.contents, body.system].flatMap(listOf);
  return messages.some((message) => {
    const { content, parts, output } = objectOf(message) ?? {};
    return [content, parts, output].flatMap(listOf).some(isOther);
  });
}

/** Members that refer to objects stored at the vendor. */
const KEPT_INPUT = [
  ...['previous_response_id', 'conversation', 'cachedContent', 'cached_content', 'container', 'thread'],
];
const KNOWN_OTHERWISE: ReadonlySet<string> = new Set([...KEPT_INPUT, 'web_search_options']);

/** Members of all dialects that only shape the answer; the effect of any other is unknown. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'input', 'prompt', 'suffix', 'system', 'instructions', 'contents', 'stream'],
  ...['systemInstruction', 'system_instruction', 'stream_options', 'max_tokens', 'max_completion_tokens'],
  ...['max_output_tokens', 'generationConfig', 'generation_config', 'temperature', 'top_p', 'top_k', 'min_p'],
  ...['stop', 'stop_sequences', 'seed', 'n', 'best_of', 'echo', 'logprobs', 'top_logprobs', 'logit_bias'],
  ...['presence_penalty', 'frequency_penalty', 'repetition_penalty', 'response_format', 'text', 'verbosity'],
  ...['output_config', 'output_format', 'tools', 'tool_choice', 'toolConfig', 'tool_config', 'functions'],
  ...[
    'function_call',
    'parallel_tool_calls',
    'reasoning',
    'reasoning_effort',
    'thinking',
    'user',
    'metadata',
  ],
  ...[
    'safety_identifier',
    'safetySettings',
    'safety_settings',
    'store',
    'service_tier',
    'serviceTier',
    'speed',
  ],
  ...['modalities', 'audio', 'cache_control', 'prompt_cache_key', 'truncation', 'include', 'dimensions'],
  ...['encoding_format', 'content', 'requests', 'taskType', 'outputDimensionality', 'background'],
  ...['size', 'quality', 'style', 'moderation', 'output_compression', 'partial_images', 'voice'],
  ...['stream_format', 'query', 'documents', 'top_n', 'return_documents'],
]);

function namesKeptInput(body: Json, { namedItems }: Dialect): boolean {
  if (KEPT_INPUT.some((name) => body[name] != null)) return true;
  return namedItems !== undefined && namedItems.find(body[namedItems.of]).length > 0;
}

const OWN_TOOLS: ReadonlySet<unknown> = new Set([undefined, 'function', 'custom', 'namespace']);
const DECLARATIONS = ['functionDeclarations', 'function_declarations'];

/**
 * Tools that the vendor runs, such as searches: each of their calls adds to the input, and may have a cost of
 * its own.
 */
function asksUpstreamTools({ tools, web_search_options }: Json): boolean {
  if (web_search_options != null) return true;
  return [tools ?? []].flat().some((one) => {
    const tool = objectOf(one);
    if (tool === null) return false;
    const { type, name } = tool;
    if (!OWN_TOOLS.has(type)) return true;
    if (type === 'namespace') return asksUpstreamTools({ tools: tool.tools });
    const members = Object.keys(tool);
    return (
      type === undefined && name === undefined && !members.every((member) => DECLARATIONS.includes(member))
    );
  });
}
