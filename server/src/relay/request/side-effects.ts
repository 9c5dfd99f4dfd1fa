import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';
import type { ScannedMember } from '../../platform/json/json-findings.ts';
import type { ReadCall } from '../call/call-context.ts';

/** Longer tools are not looked into. */
const MAX_TOOLS_BYTES = 256 * 1024;
/** Types of tools that the client runs; Anthropic's own have no type. */
const OF_CLIENT: ReadonlySet<unknown> = new Set([undefined, 'function', 'custom']);
/** Members of Gemini's tools that only describe functions of the client. */
const FUNCTIONS: ReadonlySet<string> = new Set(['functionDeclarations', 'function_declarations']);

/**
 * Whether a request may do more at its vendor than to answer: store a response, go on from something that is kept there,
 * or run tools. Such a request is never sent to two vendors at once.
 */
export function hasSideEffects(call: ReadCall): boolean {
  const { boundTo, facts, scan } = call;
  if (boundTo !== null || facts.named !== undefined || facts.usesThread === true) return true;
  if (scan.found.has('mcp_servers') || isStored(call)) return true;
  const tools = scan.found.get('tools');
  return tools !== undefined && !isOfClient(call.body, tools);
}

/** OpenAI's Responses are stored unless the request says no. */
function isStored({ scan, body, dialect }: ReadCall): boolean {
  const store = scan.found.get('store');
  const text = store === undefined ? '' : body.toString('latin1', store.start, store.end);
  return dialect === openAiResponses ? text !== 'false' : text === 'true';
}

function isOfClient(body: Buffer, { start, end }: ScannedMember): boolean {
  if (end - start > MAX_TOOLS_BYTES) return false;
  const tools: unknown = JSON.parse(body.toString('utf8', start, end));
  return [tools].flat().every((tool) => {
    if (typeof tool !== 'object' || tool === null) return tool === null;
    const { type } = tool as { type?: unknown };
    if (!OF_CLIENT.has(type)) return false;
    const isNamed = type !== undefined || 'name' in tool;
    return isNamed || Object.keys(tool).every((name) => FUNCTIONS.has(name));
  });
}
