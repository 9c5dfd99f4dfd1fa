import type { RequestTarget } from '../conversation-format.ts';
import type { Conversation, Part, ThinkingWish, Tool, Turn } from '../neutral/conversation.ts';
import { customAsFunction } from '../neutral/custom-tools.ts';
import { groupResults, splitSystem, withOwnCallIds } from '../neutral/history.ts';
import { invalid } from '../neutral/members.ts';
import { withObjectInputs } from '../neutral/object-root.ts';
import { tellOutput, wantsAnyJson } from '../neutral/told-schema.ts';
import { cachePoint, TOOL_NAME, writeConversePart, writeConverseTurns } from './converse-content-writer.ts';

const NO_INPUT = { type: 'object', properties: {} };

/**
 * A conversation as a request of Converse; the address names the model, and whether the answer is streamed.
 * Source: Amazon Bedrock API reference, "Converse".
 */
export function writeConverseRequest(asked: Conversation, target: RequestTarget): object {
  const { report } = target;
  // Without a schema the target has no mode of JSON.
  const talk = wantsAnyJson(asked.output) ? tellOutput(asked, target) : asked;
  for (const { path } of talk.leftovers) report.note('dropped', path);
  const { system, turns } = splitSystem(talk.turns, report);
  const history = withOwnCallIds(groupResults(turns));
  const inference = writeSettings(talk, target);
  const systemBlocks = writeSystem(system, target);
  const toolConfig = writeTools(talk, history, target);
  const { serviceTier } = talk.account;
  noteAccount(talk, target);
  return {
    ...(systemBlocks.length > 0 && { system: systemBlocks }),
    messages: writeConverseTurns(talk.turns, history, { hasSystem: systemBlocks.length > 0, target }),
    ...(Object.keys(inference).length > 0 && { inferenceConfig: inference }),
    ...(toolConfig !== null && { toolConfig }),
    ...writeFormat(talk, target),
    ...writeThinking(talk.thinking, target),
    ...(serviceTier !== '' && serviceTier !== 'auto' && { serviceTier: { type: serviceTier } }),
  };
}

function writeSystem(parts: readonly Part[], target: RequestTarget): object[] {
  return parts.flatMap((part) => {
    if (part.kind === 'text') return writeConversePart(part, target);
    target.report.note('dropped', `system.${part.kind}`);
    return [];
  });
}

function writeSettings({ settings }: Conversation, { report, outputLimit }: RequestTarget): object {
  const { temperature, topP, topK, stop, seed, answerCount, logprobs, verbosity } = settings;
  const { presencePenalty, frequencyPenalty } = settings;
  const dropped = {
    ...{ top_k: topK, seed, logprobs, verbosity },
    // A penalty of 0 has no effect, so its loss is not reported.
    presence_penalty: presencePenalty === 0 ? null : presencePenalty,
    frequency_penalty: frequencyPenalty === 0 ? null : frequencyPenalty,
    n: answerCount === 1 ? null : answerCount,
  };
  for (const [name, value] of Object.entries(dropped)) if (value !== null) report.note('dropped', name);
  if (temperature !== null && temperature > 1) report.note('approximated', 'temperature', 'the highest is 1');
  return {
    ...(outputLimit !== null && { maxTokens: outputLimit.tokens }),
    ...(temperature !== null && { temperature: Math.min(temperature, 1) }),
    ...(topP !== null && { topP }),
    ...(stop.length > 0 && { stopSequences: stop }),
  };
}

function noteAccount({ account, previousId }: Conversation, { report }: RequestTarget): void {
  const { user, metadata, cacheKey, store } = account;
  if (user !== '') report.note('dropped', 'user');
  if (metadata !== null) report.note('dropped', 'metadata');
  if (cacheKey !== '') report.note('dropped', 'prompt_cache_key');
  if (store === true) report.note('dropped', 'store');
  if (previousId !== null) report.note('dropped', 'previous_response_id');
}

/** The schema is a text of JSON. Source: Amazon Bedrock API reference, "JsonSchemaDefinition". */
function writeFormat({ output }: Conversation, { texts }: RequestTarget): object {
  if (output?.format !== 'schema' || output.schema === null) return {};
  const { name, description } = output;
  const jsonSchema = {
    schema: texts.write(output.schema).toString('utf8'),
    ...(name !== '' && { name }),
    ...(description !== '' && { description }),
  };
  return { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } };
}

/**
 * Only some vendors' models accept a thinking budget, each in its own form.
 * Sources: Amazon Nova user guide, "Extended thinking"; Amazon Bedrock user guide, "OpenAI models".
 */
function writeThinking(wish: ThinkingWish | null, { report, upstreamModel }: RequestTarget): object {
  if (wish === null) return {};
  const effort = wish.mode === 'off' ? 'none' : (wish.effort ?? 'medium');
  if (wish.budgetTokens !== null) report.note('approximated', 'thinking', `effort ${effort}`);
  if (/openai\./.test(upstreamModel)) {
    const reasoning_effort = ['none', 'minimal'].includes(effort) ? 'low' : clampEffort(effort);
    return { additionalModelRequestFields: { reasoning_effort } };
  }
  if (/amazon\.nova-2/.test(upstreamModel)) {
    const reasoningConfig =
      effort === 'none'
        ? { type: 'disabled' }
        : { type: 'enabled', maxReasoningEffort: effort === 'minimal' ? 'low' : clampEffort(effort) };
    return { additionalModelRequestFields: { reasoningConfig } };
  }
  report.note('dropped', 'thinking', 'the model decides by itself');
  return {};
}

const clampEffort = (effort: string): string => (effort === 'xhigh' ? 'high' : effort);

function writeTools(talk: Conversation, history: readonly Turn[], target: RequestTarget): object | null {
  const { report, toolNames } = target;
  const called = history.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'call' ? part.name : [])),
  );
  // The vendor has no word for it: what is not there cannot be called.
  if (talk.toolChoice?.kind === 'none' && called.length === 0) return null;
  const inputs = withObjectInputs(talk.tools, { isFlat: false, report });
  const tools = inputs.flatMap((tool) => writeTool(tool, target));
  const toolChoice = writeToolChoice(talk, tools.length > 0, target);
  if (talk.parallelCalls === false) report.note('dropped', 'parallel_tool_calls');
  if (tools.length > 0) return { tools, ...toolChoice };
  // A history with calls is refused without the tools that were called.
  if (called.length === 0) return null;
  report.note('added', 'tools', 'those of earlier calls');
  return {
    tools: [...new Set(called)].map((name) => ({
      toolSpec: { name: toolNames.write(name, TOOL_NAME), inputSchema: { json: NO_INPUT } },
    })),
  };
}

function writeTool(tool: Tool, { report, toolNames }: RequestTarget): object[] {
  if (tool.kind === 'server') {
    report.note('dropped', `tools.${tool.type}`, 'runs at another vendor');
    return [];
  }
  const { name, description, schema } = tool.kind === 'custom' ? customAsFunction(tool, report) : tool;
  const isStrict = tool.kind === 'function' && tool.strict === true;
  return [
    {
      toolSpec: {
        name: toolNames.write(name, TOOL_NAME),
        ...(description !== '' && { description }),
        inputSchema: { json: schema ?? NO_INPUT },
        ...(isStrict && { strict: true }),
      },
    },
    ...(tool.kind === 'function' ? cachePoint(tool.mark) : []),
  ];
}

function writeToolChoice(
  talk: Conversation,
  hasTools: boolean,
  { report, toolNames }: RequestTarget,
): object {
  const { toolChoice, tools } = talk;
  const isForced = toolChoice?.kind === 'required' || toolChoice?.kind === 'tool';
  if (isForced && !hasTools) throw invalid('tool_choice', 'unsupported_tool');
  switch (toolChoice?.kind) {
    case 'tool': {
      const isKept = tools.some((tool) => tool.kind !== 'server' && tool.name === toolChoice.name);
      if (!isKept) throw invalid('tool_choice', 'unsupported_tool');
      return { toolChoice: { tool: { name: toolNames.write(toolChoice.name, TOOL_NAME) } } };
    }
    case 'required':
      return { toolChoice: { any: {} } };
    case 'none':
      if (hasTools) report.note('approximated', 'tool_choice', 'auto: the target has no none');
      return {};
    default:
      return {};
  }
}
