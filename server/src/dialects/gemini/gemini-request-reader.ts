import type { RequestSource } from '../conversation-format.ts';
import {
  type Conversation,
  emptyConversation,
  type Leftover,
  type OutputWish,
  type ThinkingWish,
  type Tool,
} from '../neutral/conversation.ts';
import { assertSaid } from '../neutral/history.ts';
import { fromOpenApiSchema } from '../neutral/json-schema.ts';
import { textOf } from '../neutral/json-values.ts';
import { invalid, type Members } from '../neutral/members.ts';
import { ContentReader } from './gemini-content-reader.ts';
import { eachIn, geminiMembers, objectIn } from './gemini-members.ts';

const DIALECT = 'gemini';

/** A request of `generateContent`. Source: Gemini API reference, "Generating content". */
export function readGeminiRequest(tree: unknown, { texts }: RequestSource): Conversation {
  const request = geminiMembers(tree, '');
  const talk = emptyConversation();
  const { leftovers } = talk;
  request.any('model');
  // The prompt that it stands for is at Google.
  if (request.has('cachedContent')) throw invalid('cachedContent', 'unsupported');
  const reader = new ContentReader({ texts, leftovers });
  const system = objectIn(request, 'systemInstruction');
  if (system !== null) reader.content(system, true);
  eachIn(request, 'contents', (content) => reader.content(content));
  talk.turns = reader.turns;
  assertSaid(talk.turns, 'contents');
  talk.tools = eachIn(request, 'tools', (tool) => readTools(tool, leftovers)).flat();
  readToolConfig(objectIn(request, 'toolConfig'), talk);
  readConfig(objectIn(request, 'generationConfig'), talk);
  talk.account.serviceTier = request.text('serviceTier') ?? '';
  talk.account.store = request.flag('store');
  request.leave(leftovers, DIALECT);
  return talk;
}

function readConfig(config: Members | null, talk: Conversation): void {
  if (config === null) return;
  const { settings, leftovers } = talk;
  settings.maxOutputTokens = config.number('maxOutputTokens');
  settings.temperature = config.number('temperature');
  settings.topP = config.number('topP');
  settings.topK = config.number('topK');
  settings.stop = config.texts('stopSequences');
  settings.seed = config.number('seed');
  settings.answerCount = config.number('candidateCount');
  settings.presencePenalty = config.number('presencePenalty');
  settings.frequencyPenalty = config.number('frequencyPenalty');
  const top = config.number('logprobs');
  settings.logprobs = config.flag('responseLogprobs') === true ? (top ?? 0) : null;
  talk.thinking = readThinking(objectIn(config, 'thinkingConfig'), leftovers);
  talk.output = readOutput(config, leftovers);
  const modalities = config.any('responseModalities');
  const isText = modalities === null || [modalities].flat().every((one) => /^text$/i.test(textOf(one)));
  if (!isText) leftovers.push({ dialect: DIALECT, path: config.pathOf('responseModalities') });
  config.leave(leftovers, DIALECT);
}

function readThinking(config: Members | null, leftovers: Leftover[]): ThinkingWish | null {
  if (config === null) return null;
  const shown = config.flag('includeThoughts');
  const budget = config.number('thinkingBudget');
  const level = config.text('thinkingLevel')?.toLowerCase() ?? null;
  config.leave(leftovers, DIALECT);
  const effort = level === 'thinking_level_unspecified' ? null : level;
  // Without thinking to be shown it wishes for nothing: Google's models think by themselves.
  if (budget === null && effort === null && shown !== true) return null;
  if (budget === 0) return { mode: 'off', budgetTokens: null, effort: null, shown };
  // Below zero the model decides.
  const budgetTokens = budget !== null && budget > 0 ? budget : null;
  return { mode: budgetTokens === null && effort === null ? 'auto' : 'on', budgetTokens, effort, shown };
}

function readOutput(config: Members, leftovers: Leftover[]): OutputWish | null {
  const type = config.text('responseMimeType') ?? 'text/plain';
  const own = config.plainObject('responseSchema');
  const json = config.plainObject('responseJsonSchema') ?? config.plainObject('_responseJsonSchema');
  const schema = json ?? (own === null ? null : fromOpenApiSchema(own));
  if (type !== 'application/json') {
    if (type !== 'text/plain') leftovers.push({ dialect: DIALECT, path: config.pathOf('responseMimeType') });
    return null;
  }
  const format = schema === null ? 'json' : 'schema';
  return { format, schema, name: '', description: '', strict: null };
}

/** An object may hold several tools: functions, and those that run at Google. */
function readTools(tool: Members, leftovers: Leftover[]): Tool[] {
  const functions = eachIn(tool, 'functionDeclarations', (declared) => readFunction(declared, leftovers));
  const servers = Object.entries(tool.value)
    .filter(([type, value]) => type !== 'functionDeclarations' && value !== null)
    .map(([type, value]): Tool => ({ kind: 'server', dialect: DIALECT, type, value: { [type]: value } }));
  return [...functions, ...servers];
}

function readFunction(declared: Members, leftovers: Leftover[]): Tool {
  const own = declared.plainObject('parameters');
  const json = declared.plainObject('parametersJsonSchema');
  const tool: Tool = {
    kind: 'function',
    name: declared.requiredText('name'),
    description: declared.text('description') ?? '',
    schema: json ?? (own === null ? null : fromOpenApiSchema(own)),
    strict: null,
    mark: null,
  };
  declared.leave(leftovers, DIALECT);
  return tool;
}

function readToolConfig(config: Members | null, talk: Conversation): void {
  if (config === null) return;
  const { leftovers } = talk;
  const calling = objectIn(config, 'functionCallingConfig');
  config.leave(leftovers, DIALECT);
  if (calling === null) return;
  const mode = (calling.text('mode') ?? 'AUTO').toUpperCase();
  const allowed = calling.any('allowedFunctionNames');
  const names = allowed === null ? [] : [allowed].flat();
  calling.leave(leftovers, DIALECT);
  const [name] = names;
  if (mode === 'ANY' && names.length === 1 && typeof name === 'string') {
    talk.toolChoice = { kind: 'tool', name };
    return;
  }
  talk.allowedTools = names.filter((one) => typeof one === 'string');
  if (mode === 'VALIDATED') leftovers.push({ dialect: DIALECT, path: calling.pathOf('mode') });
  talk.toolChoice = { kind: mode === 'ANY' ? 'required' : mode === 'NONE' ? 'none' : 'auto' };
}
