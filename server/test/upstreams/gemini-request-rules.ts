/** Why Google refuses a request; an argument that is not valid where nothing else is said. */
export interface GeminiFault {
  message: string;
  code?: number;
  status?: string;
}

type Json = Record<string, unknown>;

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

class Refusal extends Error {}
const refuse = (message: string): never => {
  throw new Refusal(message);
};

/** The members of a message; Google takes two spellings, one of them, and no other name. */
function membersOf(value: unknown, where: string, known: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(`Invalid value at '${where}'.`);
  const members: Json = {};
  const names = new Set(known.split(' '));
  for (const [name, member] of Object.entries(value as Json)) {
    const own = camel(name);
    if (!names.has(own))
      refuse(`Invalid JSON payload received. Unknown name "${name}" at '${where}': Cannot find field.`);
    if (own in members) refuse(`Invalid value at '${where}': ${own} is set twice.`);
    if (member !== null) members[own] = member;
  }
  return members;
}

/** One value may stand for a list. */
const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const REQUEST =
  'contents tools toolConfig safetySettings systemInstruction generationConfig cachedContent model serviceTier store';
const CONFIG =
  'stopSequences responseMimeType responseSchema responseJsonSchema responseModalities candidateCount maxOutputTokens ' +
  'temperature topP topK seed presencePenalty frequencyPenalty responseLogprobs logprobs speechConfig thinkingConfig ' +
  'imageConfig mediaResolution audioTimestamp enableEnhancedCivicAnswers';
const PART =
  'text thought thoughtSignature inlineData fileData functionCall functionResponse executableCode ' +
  'codeExecutionResult videoMetadata mediaResolution partMetadata';
const SCHEMA =
  'type format title description nullable enum maxItems minItems properties required minProperties maxProperties ' +
  'minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum';
const TOOL = 'functionDeclarations googleSearch codeExecution urlContext googleSearchRetrieval';

/** @returns null where Google would take the request */
export function findGeminiFault({
  verb,
  model,
  body,
}: {
  verb: string;
  model: string;
  body: Json;
}): GeminiFault | null {
  try {
    if (verb === 'generateContent' || verb === 'streamGenerateContent') checkGenerate(body, model);
    else if (verb === 'countTokens') checkCount(body, model);
    else if (verb === 'embedContent') checkEmbed(body, model);
    else if (verb === 'predict') checkPredict(body, model);
    else if (verb === 'batchEmbedContents') {
      const { requests } = membersOf(body, '', 'requests model');
      if (!Array.isArray(requests) || requests.length === 0)
        refuse('* BatchEmbedContentsRequest.requests: is empty');
      for (const request of requests as Json[]) {
        if (request.model === undefined) refuse('* EmbedContentRequest.model: unexpected model name format');
        checkEmbed(request, model);
      }
    } else return { message: `unknown verb ${verb}`, code: 404, status: 'NOT_FOUND' };
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { message: error.message };
    throw error;
  }
}

function checkModel(named: unknown, model: string): void {
  const expected = model.startsWith('tunedModels/') ? model : `models/${model}`;
  if (named !== undefined && named !== expected) refuse(`model ${String(named)} does not match ${expected}`);
}

/** `predict` of Imagen. Source: Gemini API, "Generate images using Imagen". */
function checkPredict(body: Json, model: string): void {
  if (!model.startsWith('imagen-')) refuse(`models/${model} is not supported for predict`);
  const { instances, parameters } = membersOf(body, '', 'instances parameters');
  if (!Array.isArray(instances) || instances.length !== 1) refuse('Exactly one instance is supported.');
  const { prompt } = membersOf((instances as unknown[])[0], 'instances', 'prompt');
  if (typeof prompt !== 'string' || prompt === '') refuse('A prompt is required.');
  const known =
    'sampleCount aspectRatio personGeneration imageSize sampleImageSize outputOptions safetySetting language ' +
    'includeRaiReason includeSafetyAttributes guidanceScale';
  const { sampleCount = 4 } = parameters === undefined ? {} : membersOf(parameters, 'parameters', known);
  if (!Number.isInteger(sampleCount) || Number(sampleCount) < 1 || Number(sampleCount) > 4)
    refuse('The number of images must be in the range [1, 4].');
}

function checkCount(body: Json, model: string): void {
  const request = membersOf(body, '', 'model contents generateContentRequest');
  checkModel(request.model, model);
  const { contents, generateContentRequest: whole } = request;
  if ((contents === undefined) === (whole === undefined)) refuse('contents is not specified');
  if (whole !== undefined && (whole as Json).model === undefined) refuse('unexpected model name format');
  checkGenerate((whole ?? body) as Json, model);
}

function checkEmbed(value: unknown, model: string): void {
  const request = membersOf(
    value,
    '',
    'model content taskType title outputDimensionality autoTruncate embedContentConfig',
  );
  checkModel(request.model, model);
  const { parts } = membersOf(request.content, 'content', 'parts role');
  if (listOf(parts).length === 0) refuse('* EmbedContentRequest.content: contents is required');
  for (const part of listOf(parts)) checkPart(part, 'content');
}

function checkGenerate(body: Json, model: string): void {
  const request = membersOf(body, '', REQUEST);
  checkModel(request.model, model);
  const contents = listOf(request.contents);
  if (contents.length === 0) refuse('* GenerateContentRequest.contents: contents is not specified');
  if (request.systemInstruction !== undefined)
    for (const part of listOf(membersOf(request.systemInstruction, 'system_instruction', 'parts role').parts))
      checkPart(part, 'system_instruction');
  checkContents(contents, model);
  checkConfig(request.generationConfig);
  for (const tool of listOf(request.tools)) {
    const { functionDeclarations } = membersOf(tool, 'tools', TOOL);
    for (const declared of listOf(functionDeclarations)) {
      const one = membersOf(
        declared,
        'tools',
        'name description parameters parametersJsonSchema response responseJsonSchema behavior',
      );
      if (!/^[A-Za-z_][\w.:-]{0,63}$/.test(String(one.name))) refuse('Invalid function name.');
      if (one.parameters !== undefined) checkSchema(one.parameters, 'tools.parameters');
    }
  }
}

function checkConfig(value: unknown): void {
  if (value === undefined) return;
  const config = membersOf(value, 'generation_config', CONFIG);
  const within = (name: string, min: number, max: number): void => {
    const number = config[name];
    if (number === undefined) return;
    if (typeof number !== 'number' || number < min || number > max)
      refuse(`* GenerateContentRequest.generation_config.${name}: must be in the range [${min}, ${max}]`);
  };
  within('maxOutputTokens', 1, 65_536);
  within('candidateCount', 1, 8);
  within('temperature', 0, 2);
  if (listOf(config.stopSequences).length > 5) refuse('at most 5 stop sequences');
  if (config.responseSchema === undefined) return;
  if (config.responseMimeType !== 'application/json')
    refuse('Function calling config: response schema is set with an unsupported response mime type');
  checkSchema(config.responseSchema, 'generation_config.response_schema');
}

function checkSchema(value: unknown, where: string): void {
  const schema = membersOf(value, where, SCHEMA);
  for (const property of Object.values((schema.properties ?? {}) as Json)) checkSchema(property, where);
  if (schema.items !== undefined) checkSchema(schema.items, where);
  for (const one of listOf(schema.anyOf)) checkSchema(one, where);
}

interface Turn {
  role: string;
  parts: Json[];
}

function checkContents(contents: readonly unknown[], model: string): void {
  const turns = contents.map((content, at): Turn => {
    const { role = 'user', parts } = membersOf(content, `contents[${at}]`, 'role parts');
    if (!['user', 'model', 'function'].includes(String(role)))
      refuse('Please use a valid role: user, model.');
    if (listOf(parts).length === 0)
      refuse(`* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`);
    return { role: String(role), parts: listOf(parts).map((part) => checkPart(part, `contents[${at}]`)) };
  });
  turns.forEach(({ parts }, at) => {
    const calls = parts.filter((part) => part.functionCall !== undefined);
    const results = parts.filter((part) => part.functionResponse !== undefined);
    const before = turns[at - 1]?.parts.filter((part) => part.functionCall !== undefined) ?? [];
    if (results.length > 0 && before.length === 0)
      refuse('Please ensure that function response turn comes immediately after a function call turn.');
    if (before.length > 0 && results.length !== before.length)
      refuse(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      );
    const isCurrent = !turns
      .slice(at + 1)
      .some((turn) => turn.role === 'user' && turn.parts.some((part) => part.text !== undefined));
    // The first of parallel calls carries the proof of the thinking before it.
    if (
      model.startsWith('gemini-3') &&
      isCurrent &&
      calls[0] !== undefined &&
      calls[0].thoughtSignature === undefined
    )
      refuse('Function call is missing a thought_signature in functionCall parts.');
  });
}

const KINDS = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
];
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

function checkPart(value: unknown, where: string): Json {
  const part = membersOf(value, `${where}.parts`, PART);
  const kinds = KINDS.filter((kind) => part[kind] !== undefined);
  if (kinds.length > 1)
    refuse(`Invalid value at '${where}.parts' (oneof), oneof field 'data' is already set.`);
  if (kinds.length === 0 && part.thoughtSignature === undefined)
    refuse(`* ${where}.parts: required oneof field 'data' must have one initialized field`);
  if (part.text !== undefined && typeof part.text !== 'string')
    refuse(`Invalid value at '${where}.parts.text'.`);
  if (part.thoughtSignature !== undefined && !BASE64.test(String(part.thoughtSignature)))
    refuse('Thought signature is not valid.');
  if (part.inlineData !== undefined) {
    const { mimeType, data } = membersOf(
      part.inlineData,
      `${where}.inline_data`,
      'mimeType data displayName',
    );
    if (!/^\w+\/\S+$/.test(String(mimeType))) refuse(`* ${where}.inline_data.mime_type: is required`);
    if (typeof data !== 'string' || data === '' || !BASE64.test(data))
      refuse(`${where}.inline_data.data: Base64 decoding failed`);
  }
  if (part.fileData !== undefined) {
    const { fileUri } = membersOf(part.fileData, `${where}.file_data`, 'mimeType fileUri displayName');
    if (typeof fileUri !== 'string') refuse(`* ${where}.file_data.file_uri: is required`);
  }
  if (part.functionCall !== undefined) membersOf(part.functionCall, `${where}.function_call`, 'id name args');
  if (part.functionResponse !== undefined) {
    const result = membersOf(
      part.functionResponse,
      `${where}.function_response`,
      'id name response parts willContinue scheduling',
    );
    if (typeof result.response !== 'object') refuse(`* ${where}.function_response.response: is required`);
  }
  return part;
}
