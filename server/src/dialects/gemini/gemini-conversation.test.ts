import { describe, expect, it } from 'vitest';
import {
  assertGeminiStream,
  checkGeminiEvents,
  readGeminiArray,
} from '../../../test/grammars/gemini-grammar.ts';
import {
  describeConversationFormat,
  joined,
  joinStream,
  noAddress,
  requestTarget,
  streamOf,
} from '../../../test/suites/conversation-suite.ts';
import { findGeminiFault } from '../../../test/upstreams/gemini-request-rules.ts';
import { geminiEventsOf, recordingOfGemini } from '../../../test/upstreams/gemini-upstream.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { anthropicMessagesConversation as messages } from '../anthropic-messages/anthropic-messages-conversation.ts';
import type { Answer } from '../neutral/answer.ts';
import { AnswerOrder } from '../neutral/answer-order.ts';
import {
  type CallPart,
  type Conversation,
  emptyConversation,
  type MediaPart,
  type Part,
  type Seal,
  type ThinkingPart,
  type Turn,
  textPart,
} from '../neutral/conversation.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { openAiChatConversation as chat } from '../openai-chat/openai-chat-conversation.ts';
import { PlainText, writeGrounding } from './gemini-citations.ts';
import { geminiConversation as gemini } from './gemini-conversation.ts';

describeConversationFormat({
  format: gemini,
  sayable: {
    media: ['image', 'audio', 'video'],
    urls: [],
    thinking: true,
    stops: ['end', 'length', 'filter'],
    answers: 3,
  },
  assertStream: assertGeminiStream,
  limitMember: 'maxOutputTokens',
});

type Body = Record<string, unknown>;

const turn = (role: Turn['role'], ...parts: Part[]): Turn => ({ role, name: '', parts });
const asked: CallPart = {
  ...{ kind: 'call', id: 'c1', name: 'get', input: '{"a":1}', isCustom: false, seal: null, mark: null },
};
const answered: Part = {
  ...{ kind: 'result', callId: 'c1', name: '', isError: false, mark: null },
  parts: [textPart('yes')],
};
const sealed: ThinkingPart = {
  ...{ kind: 'thinking', text: '', isSummary: false, seal: { dialect: 'gemini', value: 'c2ln' } },
};

/** The request to Google, checked for validity, and the report. */
function written(
  turns: Turn[],
  {
    model = 'gemini-2.5-flash',
    change = () => {},
  }: { model?: string; change?: (talk: Conversation) => void } = {},
) {
  const talk = emptyConversation();
  talk.turns = turns;
  change(talk);
  const target = requestTarget({
    upstreamModel: model,
    outputLimit: { member: 'maxOutputTokens', tokens: 30_000 },
  });
  const body = gemini.writeRequest(talk, target) as Body;
  expect(findGeminiFault({ verb: 'generateContent', model, body })).toBeNull();
  return { body, report: target.report.header() };
}

function readRequest(body: object): Conversation {
  const texts = new LongTexts();
  return gemini.readRequest(texts.parse(Buffer.from(JSON.stringify(body))), { address: noAddress, texts });
}

const user = turn('user', textPart('Hi'));

describe('recorded answers of Gemini', () => {
  const partsOf = (answer: Answer) => answer.choices[0]?.parts.map(({ kind }) => kind);

  it.each(['google-text', 'google-reasoning-gemini3', 'google-tool-call'])(
    '%s is read whole and streamed to the same end and parts',
    (name) => {
      const whole = joined(1, (order) =>
        gemini.readAnswer(JSON.parse(recordingOfGemini(`${name}.json`)), order),
      );
      const streamed = joinStream(gemini, geminiEventsOf(`${name}.chunks.txt`).join(''));
      expect(partsOf(streamed)).toEqual(partsOf(whole));
      expect(streamed.choices[0]?.stop).toEqual(whole.choices[0]?.stop);
      expect(whole.usage).not.toBeNull();
      expect(streamed.usage).not.toBeNull();
    },
  );

  it('STOP behind calls means that tools are wanted', () => {
    const { choices } = joinStream(gemini, geminiEventsOf('google-tool-call.chunks.txt').join(''));
    expect(choices[0]).toMatchObject({
      stop: { reason: 'tools', raw: 'STOP' },
      parts: [
        { kind: 'thinking', seal: { dialect: 'gemini' } },
        {
          kind: 'call',
          id: 'call_b36LacjwM668nsEP2tbsgQQ_0_1',
          name: 'weather',
          input: '{"location":"San Francisco"}',
          seal: { dialect: 'gemini' },
        },
      ],
    });
  });

  it('arguments that come one by one are one object', () => {
    const { choices } = joinStream(
      gemini,
      geminiEventsOf('google-stream-no-args-tool-call.chunks.txt').join(''),
    );
    const calls = choices[0]?.parts.flatMap((part) =>
      part.kind === 'call' ? [[part.name, part.input]] : [],
    );
    expect(calls?.slice(0, 3)).toEqual([
      ['read_theme', '{}'],
      ['read_screen', '{"id":"A"}'],
      ['read_screen', '{"id":"B"}'],
    ]);
  });

  it('likely tokens are read and written', () => {
    const recorded = JSON.parse(recordingOfGemini('vertex-logprobs.json'));
    const answer = joined(1, (order) => gemini.readAnswer(recorded, order));
    expect(answer.choices[0]?.logprobs).toMatchObject([
      { token: 'Hello', logprob: -0.000010489701, top: [{ token: 'Hello' }, { token: '"' }] },
    ]);
    const again = joined(1, (order) => gemini.readAnswer(gemini.writeAnswer(answer, { ...options }), order));
    expect(again.choices[0]?.logprobs).toEqual(answer.choices[0]?.logprobs);
  });
});

const options = {
  fallback: { id: 'answer-1', model: 'm', createdSeconds: 0 },
  ...{ answerCount: 1, wantsUsage: true, framing: 'sse' as const, inputTokens: 0 },
  ...{
    toolNames: null,
    customTools: new Set<string>(),
    namespaced: new Map(),
    thinkingShown: null,
    counted: null,
    report: new ConversionReport(),
  },
};

describe('an answer of Gemini', () => {
  const read = (answer: object) => joined(1, (order) => gemini.readAnswer(answer, order)).choices[0];
  const candidate = (parts: object[], rest: object = {}) => ({
    candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0, ...rest }],
    responseId: 'r',
  });

  it('whose prompt was blocked ends by a filter', () => {
    expect(read({ promptFeedback: { blockReason: 'SAFETY' } })).toEqual({
      ...{ parts: [], logprobs: [] },
      stop: { reason: 'filter', raw: 'SAFETY', sequence: '' },
    });
  });

  it('tells what it rests on, in places of the text', () => {
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
      groundingSupports: [
        { segment: { endIndex: 5, text: 'Bern.' }, groundingChunkIndices: [0] },
        { segment: { startIndex: 6, endIndex: 9, text: 'Yes' }, groundingChunkIndices: [0, 7] },
      ],
    };
    const source = { url: 'https://a.example', title: 'A' };
    const ascii = read(candidate([{ text: 'Bern. Yes' }], { groundingMetadata }))?.parts;
    expect(ascii).toEqual([
      {
        ...{ kind: 'text', text: 'Bern. Yes', mark: null },
        citations: [
          { ...source, text: 'Bern.', start: 0, end: 5 },
          { ...source, text: 'Yes', start: 6, end: 9 },
        ],
      },
    ]);
    // Google counts bytes.
    const other = read(candidate([{ text: 'Zürich' }], { groundingMetadata }))?.parts;
    expect(other).toMatchObject([
      {
        citations: [
          { start: null, end: null },
          { start: null, end: null },
        ],
      },
    ]);
    const answer = joined(1, (order) =>
      gemini.readAnswer(candidate([{ text: 'Bern. Yes' }], { groundingMetadata }), order),
    );
    expect(joinStream(gemini, streamOf(gemini, answer)).choices[0]?.parts).toMatchObject([
      { text: 'Bern. Yes' },
    ]);
    expect(gemini.writeAnswer(answer, options)).toMatchObject({
      candidates: [{ groundingMetadata: { groundingChunks: groundingMetadata.groundingChunks } }],
    });
  });

  it('tells what it rests on of its last text, whatever follows', () => {
    const groundingMetadata = { groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }] };
    const cites = [{ url: 'https://a.example', title: 'A', text: '', start: null, end: null }];
    const picture = { inlineData: { mimeType: 'image/png', data: 'aGk=' } };
    const call = { functionCall: { id: 'c', name: 'f', args: {} } };
    const proven = { text: 'Yes', thoughtSignature: 'c2ln' };
    const citationsOf = (parts: Part[] | undefined) =>
      parts?.map((part) => (part.kind === 'text' ? [part.text, part.citations] : part.kind));

    for (const [last, kind] of [
      [picture, ['media']],
      [call, ['call']],
    ] as const)
      expect(
        citationsOf(
          read(candidate([{ text: 'No' }, picture, { text: 'Yes' }, last], { groundingMetadata }))?.parts,
        ),
      ).toEqual([['No', []], 'media', ['Yes', cites], ...kind]);
    expect(citationsOf(read(candidate([proven], { groundingMetadata }))?.parts)).toEqual([
      ['Yes', cites],
      'thinking',
    ]);

    const streamed = (...events: object[]) =>
      citationsOf(
        joinStream(gemini, events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')).choices[0]
          ?.parts,
      );
    const begin = (...parts: object[]) => candidate(parts, { finishReason: undefined });
    expect(
      streamed(begin({ text: 'Yes' }), candidate([{ ...proven, text: '' }], { groundingMetadata })),
    ).toEqual([['Yes', cites], 'thinking']);
    // The text has ended before its sources are known.
    expect(
      streamed(begin({ text: 'Yes' }), begin(picture), candidate([{ text: '' }], { groundingMetadata })),
    ).toEqual([['Yes', []], 'media', ['', cites]]);
  });

  it('may hold pictures and sound, and code that ran at Google', () => {
    const parts = [
      { text: 'Here' },
      { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
      { inlineData: { mimeType: 'audio/L16', data: 'aGk=' } },
      { executableCode: { language: 'PYTHON', code: '1' } },
    ];
    const answer = joined(1, (order) => gemini.readAnswer(candidate(parts), order));
    expect(answer.choices[0]?.parts.map((part) => (part.kind === 'media' ? part.media : part.kind))).toEqual([
      ...['text', 'image', 'audio', 'opaque'],
    ]);
    expect(gemini.writeAnswer(answer, options)).toMatchObject({ candidates: [{ content: { parts } }] });
  });

  it('is refused where it is none', () => {
    expect(() => read({ choices: [] })).toThrow('no list of candidates');
  });

  it('with the usage of every kind is written as it was read', () => {
    const usageMetadata = {
      ...{ promptTokenCount: 100, candidatesTokenCount: 30, totalTokenCount: 150 },
      ...{ cachedContentTokenCount: 40, thoughtsTokenCount: 20 },
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 90 },
        { modality: 'IMAGE', tokenCount: 10 },
      ],
    };
    const answer = joined(1, (order) =>
      gemini.readAnswer({ ...candidate([{ text: 'a' }]), usageMetadata }, order),
    );
    expect(gemini.writeAnswer(answer, options)).toMatchObject({ usageMetadata });
  });
});

describe('a stream for a caller of Gemini', () => {
  const said: Answer = {
    head: { id: 'r', model: 'm', createdSeconds: 0 },
    choices: [{ parts: [textPart('Hi')], stop: { reason: 'end', raw: '', sequence: '' }, logprobs: [] }],
    usage: null,
    serviceTier: '',
  };

  it('is a list where it was not asked for as events', () => {
    const list = streamOf(gemini, said, { framing: 'json-array' });
    expect(checkGeminiEvents(readGeminiArray(list))).toBe('finished');
    expect(list.startsWith('[{')).toBe(true);
  });

  it.each(['sse', 'json-array'] as const)('ends with an error as its last event, as %s', (framing) => {
    const error = new GatewayError('upstream.error');
    for (const begins of [false, true]) {
      const writer = gemini.streamWriter({ ...options, framing });
      const order = new AnswerOrder(writer, { answerCount: 1 });
      if (begins) order.say(0, { kind: 'text' }, 'Hi');
      const text = writer.take() + writer.breakOff(error, 'r1');
      if (framing === 'sse') expect(text).toMatch(/data: \{"error":\{"code":\d+[^\n]*\n\n$/);
      else expect(checkGeminiEvents(readGeminiArray(text))).toBe('failed');
    }
  });

  it('does not wait for the end of a call without bounds', () => {
    const writer = gemini.streamWriter(options);
    const order = new AnswerOrder(writer, { answerCount: 1 });
    order.open(0, 'a', { kind: 'call', id: 'a', name: 'f', isCustom: false });
    const piece = 'x'.repeat(1_000_000);
    expect(() => {
      for (let i = 0; i < 5; i += 1) order.add(0, 'a', piece);
    }).toThrow('too long');
  });

  it('shows arguments that are no JSON as they are', () => {
    const parts: Part[] = [{ ...asked, input: '{"a":' }];
    const broken = { ...said, choices: [{ parts, stop: null, logprobs: [] }] };
    expect(streamOf(gemini, broken)).toContain('"args":{"input":"{\\"a\\":"}');
  });
});

describe('a request of Gemini', () => {
  it.each([
    [{}, null],
    [{ includeThoughts: false }, null],
    [{ includeThoughts: true }, { mode: 'auto', budgetTokens: null }],
    [{ thinkingBudget: -1 }, { mode: 'auto', budgetTokens: null }],
    [{ thinkingBudget: 0 }, { mode: 'off' }],
  ])('%j wishes for thinking as it says', (thinkingConfig, wish) => {
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
    const { thinking } = readRequest({ contents, generationConfig: { thinkingConfig } });
    if (wish === null) expect(thinking).toBeNull();
    else expect(thinking).toMatchObject(wish);
  });

  it('is read in both spellings', () => {
    const camel = readRequest({
      contents: { role: 'user', parts: { text: 'Hi' } },
      systemInstruction: { parts: [{ text: 'Be kind.' }] },
      tools: { functionDeclarations: [{ name: 'get', parameters: { type: 'OBJECT' } }] },
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get'] } },
      generationConfig: {
        ...{ maxOutputTokens: 5, topK: 3, stopSequences: ['x'], responseLogprobs: true, logprobs: 2 },
        ...{ candidateCount: 2, thinkingConfig: { thinkingBudget: 100, includeThoughts: true } },
        ...{ responseMimeType: 'application/json', responseSchema: { type: 'STRING' } },
      },
    });
    const snake = readRequest({
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      system_instruction: { parts: { text: 'Be kind.' } },
      tools: [{ function_declarations: { name: 'get', parameters: { type: 'OBJECT' } } }],
      tool_config: { function_calling_config: { mode: 'any', allowed_function_names: ['get'] } },
      generation_config: {
        ...{ max_output_tokens: 5, top_k: 3, stop_sequences: ['x'], response_logprobs: true, logprobs: 2 },
        ...{ candidate_count: 2, thinking_config: { thinking_budget: 100, include_thoughts: true } },
        ...{ response_mime_type: 'application/json', response_schema: { type: 'STRING' } },
      },
    });
    expect(snake).toEqual(camel);
    expect(camel).toMatchObject({
      turns: [turn('system', textPart('Be kind.')), user],
      tools: [{ kind: 'function', name: 'get', schema: { type: 'object' } }],
      toolChoice: { kind: 'tool', name: 'get' },
      settings: { maxOutputTokens: 5, topK: 3, stop: ['x'], logprobs: 2, answerCount: 2 },
      thinking: { mode: 'on', budgetTokens: 100, shown: true },
      output: { format: 'schema', schema: { type: 'string' } },
      leftovers: [],
    });
  });

  it('names what is left over by its place, and tools of Google by their names', () => {
    const { leftovers, tools } = readRequest({
      contents: [{ parts: [{ text: 'Hi', videoMetadata: { fps: 1 } }] }],
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
      generationConfig: { mediaResolution: 'LOW', responseModalities: ['IMAGE'] },
      tools: [{ googleSearch: {}, codeExecution: {} }],
    });
    expect(leftovers.map(({ path }) => path)).toEqual([
      'contents.0.parts.0.videoMetadata',
      ...['generationConfig.responseModalities', 'generationConfig.mediaResolution', 'safetySettings'],
    ]);
    expect(tools).toEqual([
      { kind: 'server', dialect: 'gemini', type: 'googleSearch', value: { googleSearch: {} } },
      { kind: 'server', dialect: 'gemini', type: 'codeExecution', value: { codeExecution: {} } },
    ]);
  });

  it.each([
    [{ contents: [{ role: 'robot', parts: [] }] }, 'contents.0.role', 'invalid_value'],
    [{ contents: [{ parts: [{ text: 5 }] }] }, 'contents.0.parts.0.text', 'invalid_string'],
    [{ contents: [] }, 'contents', 'required'],
    [
      { contents: [{ parts: [{ text: 'a' }] }], generationConfig: { stopSequences: [5] } },
      'generationConfig.stopSequences.0',
      'invalid_string',
    ],
    [{ contents: [], cachedContent: 'cachedContents/x' }, 'cachedContent', 'unsupported'],
    [{ contents: [{ parts: [{ functionCall: {} }] }] }, 'contents.0.parts.0.functionCall.name', 'required'],
  ])('%j is refused by the name of a field', (body, field, code) => {
    expect(() => readRequest(body)).toThrow(expect.objectContaining({ fields: [{ field, code }] }));
  });

  it('results without ids belong to the calls of their names, in order', () => {
    const { turns } = readRequest({
      contents: [
        {
          role: 'model',
          parts: [
            { functionCall: { name: 'get', args: { a: 1 } } },
            { functionCall: { name: 'put', id: 'own' } },
            { functionCall: { name: 'get', args: { a: 2 } } },
          ],
        },
        {
          role: 'function',
          parts: [
            { functionResponse: { name: 'put', response: { output: 'ok' } } },
            { functionResponse: { name: 'get', response: { error: 'no' } } },
            { functionResponse: { name: 'get', response: { city: 'Bern', output: 1 } } },
          ],
        },
      ],
    });
    const results = turns[1]?.parts.map((part) =>
      part.kind === 'result' ? [part.callId, part.isError, part.parts] : null,
    );
    expect(turns[0]?.parts.map((part) => part.kind === 'call' && part.id)).toEqual([
      'call_1',
      'own',
      'call_2',
    ]);
    expect(results).toEqual([
      ['own', false, [textPart('ok')]],
      ['call_1', true, [textPart('no')]],
      ['call_2', false, [textPart('{"city":"Bern","output":1}')]],
    ]);
  });

  it('the pieces of a stream that a client kept are one turn again', () => {
    const model = (...parts: object[]) => ({ role: 'model', parts });
    const { turns } = readRequest({
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        model({ text: 'Let me ', thought: true }),
        model({ text: 'see', thought: true }),
        model({ text: '', thought: true, thoughtSignature: foreign('sig') }),
        model({ text: 'Hel' }),
        model({ text: 'lo' }),
        model({ text: '' }),
      ],
    });
    expect(turns[1]).toEqual(
      turn(
        'assistant',
        { ...sealed, text: 'Let me see', seal: { dialect: 'anthropic-messages', value: 'sig' } },
        textPart('Hello'),
      ),
    );
  });
});

interface Content {
  role: string;
  parts: { thought?: boolean }[];
}

const foreign = (value: string): string => Buffer.from(`tp1.anthropic-messages.${value}`).toString('base64');

describe('thinking over two turns', () => {
  const answerOf = (parts: Part[]): Answer => ({
    head: { id: 'r', model: 'm', createdSeconds: 0 },
    choices: [{ parts, stop: { reason: 'tools', raw: '', sequence: '' }, logprobs: [] }],
    usage: null,
    serviceTier: '',
  });
  const thought: ThinkingPart = {
    ...{ kind: 'thinking', text: 'Hm', isSummary: false },
    seal: { dialect: 'anthropic-messages', value: 's'.repeat(2_000) },
  };
  const redacted: ThinkingPart = {
    ...{ kind: 'thinking', text: '', isSummary: false },
    seal: { dialect: 'anthropic-messages', value: 'redacted:abc' },
  };

  const sealedByOpenAi: ThinkingPart = {
    ...thought,
    seal: { dialect: 'openai-responses', value: 'gAAAAB' },
  };

  it.each([
    { what: 'with a text', first: thought },
    { what: 'that nobody may see', first: redacted },
    { what: 'of OpenAI', first: sealedByOpenAi },
  ])('of another vendor, $what, comes back through a client of Gemini as it was', ({ first }) => {
    const answer = answerOf([first, asked]);
    const whole = (gemini.writeAnswer(answer, options) as { candidates: { content: object }[] }).candidates;
    const events = [...streamedContents(answer)];
    for (const contents of [whole.map(({ content }) => content), events]) {
      // Google's packages in other languages take it for base64.
      for (const signature of JSON.stringify(contents).matchAll(/"thoughtSignature":"([^"]*)"/g))
        expect(signature[1]).toMatch(/^[A-Za-z0-9+/]+=*$/);
      const { turns } = readRequest({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }, ...contents] });
      expect(turns[1]?.parts).toEqual([first, asked]);
    }
  });

  const streamedContents = (answer: Answer) => contentsOf(streamOf(gemini, answer));
  function* contentsOf(stream: string) {
    for (const line of stream.split('\n\n')) {
      if (line === '') continue;
      const { candidates } = JSON.parse(line.slice('data: '.length)) as { candidates: { content: object }[] };
      yield candidates[0]?.content;
    }
  }

  it('comes back with its proofs where several stand beside each other', () => {
    const thoughts = ['a', 'b', 'c'].map(
      (value): ThinkingPart => ({
        ...sealedByOpenAi,
        text: value,
        seal: { dialect: 'openai-responses', value },
      }),
    );
    const answer = answerOf([...thoughts, asked]);
    const { candidates } = gemini.writeAnswer(answer, options) as { candidates: { content: object }[] };
    const writer = gemini.streamWriter(options);
    const order = new AnswerOrder(writer, { answerCount: 1 });
    for (const { text, seal } of thoughts) {
      const head = { kind: 'thinking', isSummary: false } as const;
      order.open(0, text, head);
      order.add(0, text, text);
      order.note(0, { kind: 'seal', seal: seal as Seal }, head);
    }
    order.open(0, 'call', asked);
    order.add(0, 'call', asked.input);
    order.stop(0, { reason: 'tools', raw: '', sequence: '' });
    order.finish();
    const streamed = contentsOf(writer.take() + writer.takeEnd(null));
    for (const contents of [candidates.map(({ content }) => content), [...streamed]]) {
      const { turns } = readRequest({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }, ...contents] });
      expect(turns[1]?.parts).toEqual([...thoughts, asked]);
    }
  });

  it.each([
    { what: 'of Anthropic goes with its text: a proof alone would be refused', first: thought, kept: [] },
    {
      what: 'of OpenAI comes back: its proof holds it',
      first: sealedByOpenAi,
      kept: [{ ...sealedByOpenAi, text: '' }],
    },
  ])('$what, where a client drops what was thought', ({ first, kept: left }) => {
    const answer = answerOf([first, asked]);
    const { candidates } = gemini.writeAnswer(answer, options) as { candidates: { content: Content }[] };
    for (const contents of [candidates.map(({ content }) => content), [...streamedContents(answer)]]) {
      const kept = (contents as Content[]).map(({ parts, ...rest }) => ({
        ...rest,
        parts: parts.filter((part) => part.thought !== true),
      }));
      const { turns } = readRequest({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }, ...kept] });
      expect(turns[1]?.parts).toEqual([...left, asked]);
    }
  });

  it('has no proof where Google’s own client wrote that there is none', () => {
    const functionCall = { id: 'c1', name: 'get', args: { a: 1 } };
    const parts = [{ functionCall, thoughtSignature: 'skip_thought_signature_validator' }];
    const { turns } = readRequest({
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts },
      ],
    });
    expect(turns[1]?.parts).toEqual([asked]);
  });

  it('has one proof, also where that comes in pieces', () => {
    const writer = gemini.streamWriter(options);
    const order = new AnswerOrder(writer, { answerCount: 1 });
    const head = { kind: 'thinking', isSummary: false } as const;
    for (const value of ['si', 'g'])
      order.note(0, { kind: 'seal', seal: { dialect: 'anthropic-messages', value } }, head);
    order.say(0, { kind: 'text' }, 'Hi');
    expect(writer.take()).toContain(`{"text":"Hi","thoughtSignature":"${foreign('sig')}"}`);
  });

  it.each([
    { client: messages, name: 'Anthropic', words: [] },
    { client: chat, name: 'OpenAI', words: [] },
    { client: messages, name: 'Anthropic', words: [{ text: 'Let me see.' }] },
    // Its messages have what was thought before what was said.
    { client: chat, name: 'OpenAI', words: [{ text: 'Let me see.' }] },
  ])('of Gemini comes back through a client of $name, behind $words', ({ client, words }) => {
    const recorded = JSON.parse(recordingOfGemini('google-tool-call.json'));
    // Those of real answers are longer than what is recorded.
    const proof = (recorded.candidates[0].content.parts[0].thoughtSignature as string).repeat(20);
    recorded.candidates[0].content.parts[0].thoughtSignature = proof;
    recorded.candidates[0].content.parts.unshift(...words);
    const answer = joined(1, (order) => gemini.readAnswer(recorded, order));
    const said = client.writeAnswer(answer, options) as {
      content?: { id?: string }[];
      choices?: { message: { tool_calls: { id: string }[] } }[];
    };
    const message = said.choices?.[0]?.message;
    const history =
      message === undefined
        ? [
            { role: 'assistant', content: said.content },
            {
              role: 'user',
              content: [{ type: 'tool_result', tool_use_id: said.content?.at(-1)?.id, content: 'ok' }],
            },
          ]
        : [message, { role: 'tool', tool_call_id: message.tool_calls[0]?.id, content: 'ok' }];
    const texts = new LongTexts();
    const body = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }, ...history] };
    const talk = client.readRequest(texts.parse(Buffer.from(JSON.stringify(body))), {
      address: noAddress,
      texts,
    });
    const target = requestTarget({ upstreamModel: 'gemini-3-pro-preview', texts });
    const request = JSON.parse(texts.write(gemini.writeRequest(talk, target)).toString());
    expect(request.contents[1].parts).toEqual([
      ...words,
      { functionCall: expect.objectContaining({ name: 'weather' }), thoughtSignature: proof },
    ]);
    expect(target.report.fields).toEqual([]);
  });

  it('a call that no Gemini made says so where Gemini 3 wants a proof', () => {
    const history = [user, turn('assistant', asked), turn('user', answered)];
    const first = (body: Body) => (body as { contents: { parts: object[] }[] }).contents[1]?.parts[0];
    const newer = written(history, { model: 'gemini-3-flash-preview' });
    expect(first(newer.body)).toMatchObject({ thoughtSignature: 'skip_thought_signature_validator' });
    expect(newer.report).toBe('added=thought_signature');
    expect(first(written(history).body)).not.toHaveProperty('thoughtSignature');
    const over = written([...history, turn('assistant', textPart('So')), user], {
      model: 'gemini-3-flash-preview',
    });
    expect(first(over.body)).not.toHaveProperty('thoughtSignature');
    const own = written([user, turn('assistant', sealed, asked), turn('user', answered)], {
      model: 'gemini-3-flash-preview',
    });
    expect(first(own.body)).toMatchObject({ thoughtSignature: 'c2ln' });
    expect(own.report).toBe('');
  });

  it('is dropped without a proof of Google', () => {
    const { body, report } = written([user, turn('assistant', thought, textPart('So')), user]);
    expect(body).toMatchObject({ contents: [{}, { role: 'model', parts: [{ text: 'So' }] }, {}] });
    expect(report).toBe('dropped=thinking');
  });

  it('where nothing of a turn is left, its neighbours are one', () => {
    const { body } = written([user, turn('assistant', thought), user]);
    expect((body as { contents: { parts: object[] }[] }).contents).toEqual([
      { role: 'user', parts: [expect.anything(), expect.anything()] },
    ]);
  });
});

describe('a request for a model of Gemini', () => {
  it('has the system apart, and says later ones where they stood', () => {
    const { body, report } = written([
      turn('system', textPart('Be kind.')),
      user,
      turn('system', textPart('Now.')),
    ]);
    expect(body).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be kind.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hi' }, { text: 'Now.' }] }],
    });
    expect(report).toBe('approximated=messages.system');
  });

  it('has the results of calls in one turn, by their names, and an error as one', () => {
    const second: CallPart = { ...asked, id: 'c2', name: 'put', input: 'no JSON' };
    const failed: Part = { ...answered, callId: 'c2', isError: true } as Part;
    const { body, report } = written([
      user,
      turn('assistant', asked, second),
      turn('user', failed),
      turn('user', answered, textPart('And?')),
    ]);
    expect(body).toMatchObject({
      contents: [
        {},
        {
          role: 'model',
          parts: [
            { functionCall: { id: 'c1', name: 'get', args: { a: 1 } } },
            { functionCall: { id: 'c2', name: 'put', args: { input: 'no JSON' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'c1', name: 'get', response: { output: 'yes' } } },
            { functionResponse: { id: 'c2', name: 'put', response: { error: 'yes' } } },
            { text: 'And?' },
          ],
        },
      ],
    });
    expect(report).toBe('approximated=tool_calls.arguments');
  });

  it.each([
    [
      'gemini-2.5-pro',
      { presencePenalty: 1, frequencyPenalty: -1 },
      'dropped=presence_penalty,frequency_penalty',
    ],
    ['gemini-flash-latest', { presencePenalty: 1, frequencyPenalty: 0 }, 'dropped=presence_penalty'],
    ['gemini-3-pro-preview', { presencePenalty: 0, frequencyPenalty: 0 }, ''],
  ])('%s, which has no penalties, gets none of %j', (model, penalties, report) => {
    const change = ({ settings }: Conversation) => void Object.assign(settings, { ...penalties, topK: 5 });
    const found = written([user], { model, change });
    expect(found.body.generationConfig).toEqual({ maxOutputTokens: 30_000, topK: 5 });
    expect(found.report).toBe(report);
  });

  it('has settings by Google’s names', () => {
    const { body, report } = written([user], {
      model: 'gemini-2.0-flash',
      change: (talk) => {
        Object.assign(talk.settings, {
          ...{ temperature: 1, topP: 0.5, topK: 5, stop: ['1', '2', '3', '4', '5', '6'], seed: 7 },
          ...{ answerCount: 2, presencePenalty: 1, frequencyPenalty: -1, logprobs: 3 },
        });
        talk.parallelCalls = false;
      },
    });
    expect(body.generationConfig).toEqual({
      ...{ maxOutputTokens: 30_000, temperature: 1, topP: 0.5, topK: 5, seed: 7, candidateCount: 2 },
      ...{ stopSequences: ['1', '2', '3', '4', '5'], presencePenalty: 1, frequencyPenalty: -1 },
      ...{ responseLogprobs: true, logprobs: 3 },
    });
    expect(report).toBe('dropped=parallel_tool_calls; approximated=stop');
  });

  const get = {
    kind: 'function',
    name: 'get',
    description: '',
    schema: null,
    strict: null,
    mark: null,
  } as const;
  it.each([
    { choice: { kind: 'auto' }, config: { mode: 'AUTO' } },
    { choice: { kind: 'none' }, config: { mode: 'NONE' } },
    { choice: { kind: 'required' }, config: { mode: 'ANY' } },
    { choice: { kind: 'tool', name: 'get' }, config: { mode: 'ANY', allowedFunctionNames: ['get'] } },
  ] as const)('$choice.kind is said as $config', ({ choice, config }) => {
    const { body } = written([user], {
      change: (talk) => {
        talk.tools = [get];
        talk.toolChoice = choice;
      },
    });
    expect(body.toolConfig).toEqual({ functionCallingConfig: config });
    expect(readRequest(body).toolChoice).toEqual(choice);
  });

  it('forces no tool that is not there', () => {
    for (const choice of [{ kind: 'required' }, { kind: 'tool', name: 'put' }] as const)
      expect(() =>
        written([user], {
          change: (talk) => {
            talk.toolChoice = choice;
            if (choice.kind === 'tool') talk.tools = [get];
          },
        }),
      ).toThrow(expect.objectContaining({ fields: [{ field: 'tool_choice', code: 'unsupported_tool' }] }));
  });

  it.each([
    {
      model: 'gemini-2.5-flash',
      wish: { effort: 'low' },
      config: { thinkingBudget: 1024 },
      report: 'thinking',
    },
    {
      model: 'gemini-2.5-pro',
      wish: { effort: 'high' },
      config: { thinkingBudget: 24_000 },
      report: 'thinking',
    },
    { model: 'gemini-2.5-pro', wish: { budgetTokens: 2000 }, config: { thinkingBudget: 2000 }, report: '' },
    {
      model: 'gemini-2.5-pro',
      wish: { budgetTokens: 90_000 },
      config: { thinkingBudget: 24_000 },
      report: 'thinking',
    },
    { model: 'gemini-2.5-flash', wish: { mode: 'off' }, config: { thinkingBudget: 0 }, report: '' },
    { model: 'gemini-2.5-pro', wish: { mode: 'off' }, config: { thinkingBudget: 128 }, report: 'thinking' },
    { model: 'gemini-3-pro-preview', wish: { effort: 'low' }, config: { thinkingLevel: 'low' }, report: '' },
    {
      model: 'gemini-3-pro-preview',
      wish: { effort: 'minimal' },
      config: { thinkingLevel: 'low' },
      report: 'thinking',
    },
    {
      model: 'gemini-3-flash-preview',
      wish: { effort: 'xhigh' },
      config: { thinkingLevel: 'high' },
      report: 'thinking',
    },
    {
      model: 'gemini-3-flash-preview',
      wish: { budgetTokens: 9000 },
      config: { thinkingLevel: 'medium' },
      report: 'thinking',
    },
    {
      model: 'gemini-3-flash-preview',
      wish: { mode: 'off' },
      config: { thinkingLevel: 'minimal' },
      report: 'thinking',
    },
    { model: 'gemini-flash-latest', wish: {}, config: {}, report: '' },
    { model: 'gemini-2.0-flash', wish: { effort: 'low' }, config: null, report: 'dropped' },
  ])('$model thinks as $config where $wish is wished', ({ model, wish, config, report }) => {
    const sent = written([user], {
      model,
      change: (talk) => {
        talk.thinking = { mode: 'on', budgetTokens: null, effort: null, shown: null, ...wish } as never;
      },
    });
    const isOff = 'mode' in wish && wish.mode === 'off';
    const expected = config === null ? undefined : { ...config, ...(!isOff && { includeThoughts: true }) };
    expect(sent.body.generationConfig).toHaveProperty('maxOutputTokens');
    expect((sent.body.generationConfig as { thinkingConfig?: object }).thinkingConfig).toEqual(expected);
    expect(sent.report).toBe(
      report === '' ? '' : `${report === 'dropped' ? 'dropped' : 'approximated'}=thinking`,
    );
  });

  const schema = {
    type: 'object',
    properties: { a: { type: ['string', 'null'], minLength: 2 } },
    required: ['a'],
  };
  it.each([
    {
      model: 'gemini-2.5-flash',
      config: { responseMimeType: 'application/json', responseJsonSchema: schema },
      report: 'approximated=response_format.minLength',
    },
    {
      model: 'gemini-2.0-flash',
      config: {
        responseMimeType: 'application/json',
        responseSchema: {
          ...{ type: 'object', required: ['a'] },
          properties: { a: { type: 'string', nullable: true, minLength: 2 } },
        },
      },
      report: '',
    },
  ])('$model answers by a schema in the member that it takes', ({ model, config, report }) => {
    const sent = written([user], {
      model,
      change: (talk) => {
        talk.output = { format: 'schema', schema, name: 'a', description: '', strict: true };
      },
    });
    expect(sent.body.generationConfig).toEqual({ ...config, maxOutputTokens: 30_000 });
    expect(sent.report).toBe(report);
    expect(readRequest(sent.body).output?.schema).toEqual(schema);
  });

  it('has no schema for the answer beside functions before Gemini 3', () => {
    const change = (talk: Conversation) => {
      talk.tools = [get];
      talk.output = { format: 'schema', schema, name: 'a', description: '', strict: true };
    };
    expect(written([user], { change }).report).toBe('dropped=response_format');
    const newer = written([user], { change, model: 'gemini-3-pro-preview' });
    expect(newer.body.generationConfig).toHaveProperty('responseJsonSchema');
  });

  const media = (rest: Partial<MediaPart>): MediaPart => ({
    ...{ kind: 'media', media: 'image', mimeType: '', name: '', detail: '', mark: null },
    source: { kind: 'bytes', data: 'aGk=' },
    ...rest,
  });
  const at = (url: string): Partial<MediaPart> => ({ source: { kind: 'url', url } });
  it.each([
    {
      model: 'gemini-2.5-flash',
      part: media({}),
      sent: { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
    },
    {
      model: 'gemini-2.5-flash',
      part: media({ media: 'file', name: 'a.pdf' }),
      sent: { inlineData: { mimeType: 'application/pdf', data: 'aGk=' } },
    },
    {
      model: 'gemini-2.5-flash',
      part: media(at('https://a.example/b.jpg?c')),
      sent: { fileData: { mimeType: 'image/jpeg', fileUri: 'https://a.example/b.jpg?c' } },
    },
    {
      model: 'gemini-3-pro-preview',
      part: media(at('https://a.example/b')),
      sent: { fileData: { fileUri: 'https://a.example/b' } },
    },
    {
      model: 'gemini-2.5-flash',
      part: media(at('gs://bucket/b.png')),
      sent: { fileData: { mimeType: 'image/png', fileUri: 'gs://bucket/b.png' } },
    },
    { model: 'gemini-2.5-flash', part: media({ source: { kind: 'text', text: 'A' } }), sent: { text: 'A' } },
  ])('$model is shown $sent', ({ model, part, sent }) => {
    expect(written([turn('user', part)], { model }).body).toMatchObject({ contents: [{ parts: [sent] }] });
  });

  it.each([
    { model: 'gemini-2.0-flash', part: media(at('https://a.example/b.jpg')), code: 'unsupported_image_url' },
    {
      model: 'gemini-2.5-flash',
      part: media(at('https://generativelanguage.googleapis.com/v1beta/files/abc')),
      code: 'unsupported_image_url',
    },
    {
      model: 'gemini-2.5-flash',
      part: media({ media: 'file', source: { kind: 'id', id: 'file-1' } }),
      code: 'unsupported_file_id',
    },
  ])('$model is refused media that it cannot be told: $code', ({ model, part, code }) => {
    expect(() => written([turn('user', part)], { model })).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages.content', code }] }),
    );
  });

  it('has the pictures of a result within it, or behind the results for older models', () => {
    const shown = { ...answered, parts: [textPart('yes'), media({})] } as Part;
    const history = [user, turn('assistant', sealed, asked), turn('user', shown)];
    const picture = { inlineData: { mimeType: 'image/png', data: 'aGk=' } };
    const newer = written(history, { model: 'gemini-3-pro-preview' });
    expect(newer.body).toMatchObject({
      contents: [
        {},
        {},
        { parts: [{ functionResponse: { response: { output: 'yes' }, parts: [picture] } }] },
      ],
    });
    expect(newer.report).toBe('');
    const older = written(history);
    expect(older.body).toMatchObject({ contents: [{}, {}, { parts: [{ functionResponse: {} }, picture] }] });
    expect(older.report).toBe('approximated=tool_result.content');
  });
});

it('a text with very many sources is written in the time of one look at each', () => {
  const citations = Array.from({ length: 200_000 }, (_, at) => ({
    ...{ url: `https://example.com/${at}`, title: 't', text: 'Hi', start: null, end: null },
  }));
  const written = writeGrounding(citations, new PlainText()) as { groundingSupports: object[] };
  expect(written.groundingSupports.at(-1)).toEqual({
    ...{ segment: { text: 'Hi' }, groundingChunkIndices: [199_999] },
  });
});
