import type { RequestTarget } from '../conversation-format.ts';
import { leaveOutMark } from '../neutral/cache-marks.ts';
import { completeSchema } from '../neutral/complete-schema.ts';
import type { Conversation, Tool } from '../neutral/conversation.ts';
import { customAsFunction } from '../neutral/custom-tools.ts';
import { groupResults, splitSystem, withLastWords } from '../neutral/history.ts';
import { toOpenApiSchema, unfollowedKeywords } from '../neutral/json-schema.ts';
import { invalid } from '../neutral/members.ts';
import { ContentWriter } from './gemini-content-writer.ts';
import { featuresOf, type GeminiFeatures, TOOL_NAME } from './gemini-features.ts';
import { writeThinking } from './gemini-thinking.ts';

const DIALECT = 'gemini';
/** Source: Gemini API reference, "GenerationConfig". */
const MAX_STOPS = 5;
const MAX_LOGPROBS = 20;
const MAX_SEED = 2 ** 31 - 1;

/** A conversation as a request of `generateContent`. Source: Gemini API reference, "Generating content". */
export function writeGeminiRequest(talk: Conversation, target: RequestTarget): object {
  const { report, upstreamModel } = target;
  const features = featuresOf(upstreamModel);
  for (const { dialect, path } of talk.leftovers) if (dialect !== DIALECT) report.note('dropped', path);
  const { system, turns } = splitSystem(talk.turns, report);
  const writer = new ContentWriter(target, features);
  const systemInstruction = writer.system(system);
  const tools = writeTools(talk.tools, features, target);
  const generationConfig = {
    ...writeSettings(talk, features, target),
    ...writeThinking(talk.thinking, target),
    ...writeOutput(talk, { hasTools: tools.length > 0, features, target }),
  };
  noteUnsaid(talk, target);
  const hasSystem = systemInstruction !== null;
  const history = withLastWords(groupResults(turns), talk.turns, { hasSystem, report });
  const contents = writer.contents(history);
  if (contents.length === 0) throw invalid('messages', 'required');
  return {
    ...(systemInstruction !== null && { systemInstruction }),
    contents,
    ...(tools.length > 0 && { tools }),
    ...writeToolChoice(talk, tools.length > 0, target),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  };
}

function writeSettings(
  { settings }: Conversation,
  features: GeminiFeatures,
  { report, outputLimit }: RequestTarget,
): object {
  const { temperature, topP, topK, stop, seed, answerCount, presencePenalty, frequencyPenalty, logprobs } =
    settings;
  if (stop.length > MAX_STOPS)
    report.note('approximated', 'stop', `the first ${MAX_STOPS} of ${stop.length} are kept`);
  const isSeed = seed !== null && Number.isInteger(seed) && Math.abs(seed) <= MAX_SEED;
  if (settings.verbosity !== null) report.note('dropped', 'verbosity');
  if (!features.penalties) {
    // A penalty of 0 has no effect, so its loss is not reported.
    if ((presencePenalty ?? 0) !== 0) report.note('dropped', 'presence_penalty', 'the model takes none');
    if ((frequencyPenalty ?? 0) !== 0) report.note('dropped', 'frequency_penalty', 'the model takes none');
  }
  if (seed !== null && !isSeed) report.note('dropped', 'seed', 'it is too large');
  return {
    ...(outputLimit !== null && { [outputLimit.member]: outputLimit.tokens }),
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { topP }),
    ...(topK !== null && { topK }),
    ...(stop.length > 0 && { stopSequences: stop.slice(0, MAX_STOPS) }),
    ...(isSeed && { seed }),
    ...(answerCount !== null && answerCount > 1 && { candidateCount: answerCount }),
    ...(presencePenalty !== null && features.penalties && { presencePenalty }),
    ...(frequencyPenalty !== null && features.penalties && { frequencyPenalty }),
    ...(logprobs !== null && { responseLogprobs: true }),
    ...(logprobs !== null && logprobs > 0 && { logprobs: Math.min(logprobs, MAX_LOGPROBS) }),
  };
}

function writeOutput(
  { output }: Conversation,
  { hasTools, features, target }: { hasTools: boolean; features: GeminiFeatures; target: RequestTarget },
): object {
  if (output === null || output.format === 'text') return {};
  const { report } = target;
  if (hasTools && !features.richFunctions) {
    report.note('dropped', 'response_format', 'the model takes none beside functions');
    return {};
  }
  const responseMimeType = 'application/json';
  const { schema } = output;
  if (output.format === 'json' || schema === null) return { responseMimeType };
  if (!features.jsonSchema)
    return { responseMimeType, responseSchema: toOpenApiSchema(schema, 'response_format', report) };
  for (const keyword of unfollowedKeywords(schema))
    report.note('approximated', `response_format.${keyword}`, 'sent, but not followed');
  return { responseMimeType, responseJsonSchema: completeSchema(schema) };
}

function noteUnsaid(talk: Conversation, { report }: RequestTarget): void {
  const { account, previousId, parallelCalls, toolChoice } = talk;
  const { user, metadata, cacheKey, serviceTier, store } = account;
  if (user !== '') report.note('dropped', 'user');
  if (metadata !== null) report.note('dropped', 'metadata');
  if (cacheKey !== '') report.note('dropped', 'prompt_cache_key');
  if (serviceTier !== '') report.note('dropped', 'service_tier');
  if (store === true) report.note('dropped', 'store');
  if (previousId !== null) report.note('dropped', 'previous_response_id');
  // Without calls there are none side by side.
  if (parallelCalls === false && toolChoice?.kind !== 'none') report.note('dropped', 'parallel_tool_calls');
}

function writeTools(
  tools: readonly Tool[],
  features: GeminiFeatures,
  { report, toolNames }: RequestTarget,
): object[] {
  const functionDeclarations: object[] = [];
  const servers: object[] = [];
  for (const tool of tools) {
    if (tool.kind === 'server') {
      if (tool.dialect === DIALECT) servers.push(tool.value);
      else report.note('dropped', `tools.${tool.type}`, 'runs at another vendor');
      continue;
    }
    if (tool.kind === 'function') {
      leaveOutMark(tool.mark, report);
      if (tool.strict === true) report.note('approximated', 'tools.strict', 'schemas are not enforced');
    }
    const { name, description, schema } = tool.kind === 'custom' ? customAsFunction(tool, report) : tool;
    functionDeclarations.push({
      name: toolNames.write(name, TOOL_NAME),
      ...(description !== '' && { description }),
      ...writeParameters(schema, `tools.${name}`, features, report),
    });
  }
  return [...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []), ...servers];
}

/**
 * As JSON schema where the model takes it: nothing has to be translated, and the prompt stays the same for its cache.
 * Older models take a subset, in which an object has members.
 */
function writeParameters(
  schema: object | null,
  path: string,
  { jsonSchema }: GeminiFeatures,
  report: RequestTarget['report'],
): object {
  if (schema === null) return {};
  if (jsonSchema) return { parametersJsonSchema: completeSchema(schema) };
  const parameters = toOpenApiSchema(schema, path, report);
  return parameters.type === 'object' && parameters.properties === undefined ? {} : { parameters };
}

function writeToolChoice(
  { toolChoice, tools }: Conversation,
  hasTools: boolean,
  { toolNames }: RequestTarget,
): object {
  if (toolChoice === null) return {};
  const isForced = toolChoice.kind === 'required' || toolChoice.kind === 'tool';
  if (!hasTools) {
    if (isForced) throw invalid('tool_choice', 'unsupported_tool');
    return {};
  }
  const configOf = (mode: string, rest: object = {}): object => ({
    toolConfig: { functionCallingConfig: { mode, ...rest } },
  });
  if (toolChoice.kind === 'auto') return configOf('AUTO');
  if (toolChoice.kind === 'none') return configOf('NONE');
  if (toolChoice.kind === 'required') return configOf('ANY');
  const { name } = toolChoice;
  if (!tools.some((tool) => tool.kind !== 'server' && tool.name === name))
    throw invalid('tool_choice', 'unsupported_tool');
  return configOf('ANY', { allowedFunctionNames: [toolNames.write(name, TOOL_NAME)] });
}
