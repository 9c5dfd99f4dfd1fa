import {
  functionTool,
  type Json,
  pieces,
  type ScriptedAnswer,
  type ScriptedDialect,
  type ScriptedHead,
  scriptedUsage,
  seals,
  textsIn,
} from './scripted-answer.ts';

const { input, output } = scriptedUsage;
const usageMetadata = {
  promptTokenCount: input,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
};
const THOUGHT = seals.gemini;

/** The first of its calls carries the proof of the thinking. */
const callsOf = ({ calls = [] }: ScriptedAnswer): Json[] =>
  calls.map(({ name, input: args }, index) => ({
    functionCall: { name, args },
    ...(index === 0 && { thoughtSignature: THOUGHT }),
  }));

const answerOf = ({ model, number }: ScriptedHead, parts: Json[], isLast: boolean): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(isLast && { finishReason: 'STOP' }) }],
  ...(isLast && { usageMetadata }),
  modelVersion: model,
  responseId: `response-${number}`,
});

/** An upstream of Google's Gemini API. */
export const scriptedGemini: ScriptedDialect = {
  read(body, url) {
    const contents = body.contents as Json[];
    const parts: Json[] = contents.flatMap((content) => content.parts as Json[]);
    const inResults: Json[] = parts.flatMap(({ functionResponse }) => functionResponse?.parts ?? []);
    const config: Json = body.generationConfig ?? {};
    const declared: Json[] = ((body.tools ?? []) as Json[]).flatMap(
      (tool) => tool.functionDeclarations ?? [],
    );
    return {
      model: decodeURIComponent(/models\/([^:]+):/.exec(url)?.[1] ?? ''),
      stream: url.includes(':streamGenerateContent'),
      tools: declared.map(({ name }) => functionTool(name)),
      texts: [...textsIn(body.systemInstruction?.parts), ...textsIn(parts)],
      results: parts
        .filter(({ functionResponse }) => functionResponse !== undefined)
        .map(({ functionResponse: { id = '', response } }) => ({
          callId: id,
          text: typeof response.output === 'string' ? response.output : JSON.stringify(response),
        })),
      called: parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall.name])),
      seals: parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? []),
      pictures: [...parts, ...inResults].flatMap(({ inlineData }) => inlineData?.data ?? []),
      schema: config.responseJsonSchema ?? config.responseSchema ?? null,
    };
  },

  whole(answer, head) {
    const { thinking, text } = answer;
    const parts = [
      ...(thinking === undefined ? [] : [{ text: thinking, thought: true }]),
      ...(text === undefined ? [] : [{ text }]),
      ...callsOf(answer),
    ];
    return answerOf(head, parts, true);
  },

  events(answer, head) {
    const { thinking = '', text = '' } = answer;
    const parts: Json[] = [
      ...pieces(thinking).map((piece) => ({ text: piece, thought: true })),
      ...pieces(text).map((piece) => ({ text: piece })),
      ...callsOf(answer),
    ];
    return parts.map(
      (part, at) => `data: ${JSON.stringify(answerOf(head, [part], at === parts.length - 1))}\r\n\r\n`,
    );
  },

  error: (status, message) => ({
    error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT' },
  }),
};
