import { describe, expect, it } from 'vitest';
import { assertChatStream } from '../../../test/grammars/openai-chat-grammar.ts';
import {
  noAddress as address,
  answerOptions,
  describeConversationFormat,
  joined,
  joinStream,
  streamOf,
} from '../../../test/suites/conversation-suite.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { AnswerJoiner } from '../neutral/answer-joiner.ts';
import { AnswerOrder } from '../neutral/answer-order.ts';
import { openAiChatConversation as chat } from './openai-chat-conversation.ts';

describeConversationFormat({
  format: chat,
  sayable: {
    media: ['image', 'file', 'audio'],
    urls: ['image'],
    thinking: true,
    stops: ['end', 'length', 'filter'],
    answers: 3,
  },
  assertStream: assertChatStream,
  limitMember: 'max_completion_tokens',
});

describe('a request of a chat completion', () => {
  it('refuses a member of a wrong type by its name', () => {
    const texts = new LongTexts();
    const read = (body: object) => chat.readRequest(body, { address, texts });
    expect(() => read({ messages: [{ role: 'user', content: 5 }] })).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages.0.content', code: 'invalid_value' }] }),
    );
    expect(() => read({ messages: [{ role: 'robot', content: '' }] })).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages.0.role', code: 'invalid_value' }] }),
    );
  });

  it.each([
    [{ stop: 5 }, 'stop', 'invalid_string'],
    [{ stop: [1, 2] }, 'stop.0', 'invalid_string'],
    [{ stop: ['a', { a: 1 }] }, 'stop.1', 'invalid_string'],
    [{ messages: [] }, 'messages', 'required'],
    [{ messages: [{ role: 'user', content: null }] }, 'messages', 'required'],
    [{ messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }, 'messages', 'required'],
  ])('refuses %j', (body, field, code) => {
    const messages = [{ role: 'user', content: 'Hi' }];
    expect(() => chat.readRequest({ messages, ...body }, { address, texts: new LongTexts() })).toThrow(
      expect.objectContaining({ fields: [{ field, code }] }),
    );
  });

  const userSays = (part: object) => ({ messages: [{ role: 'user', content: [part] }] });
  it.each([
    [{ reasoning: { exclude: true } }, 'reasoning.exclude'],
    [{ reasoning: { effort: 'low', zoo: 1 } }, 'reasoning.zoo'],
    [{ thinking: { type: 'enabled', budget_tokens: 2000, zoo: 1 } }, 'thinking.zoo'],
    [{ tools: [{ type: 'custom', custom: { name: 'c', zoo: 1 } }] }, 'tools.0.custom.zoo'],
    [{ tools: [{ type: 'custom', custom: { name: 'c' }, zoo: 1 }] }, 'tools.0.zoo'],
    [{ tool_choice: { type: 'function', function: { name: 'c', zoo: 1 } } }, 'tool_choice.function.zoo'],
    [{ tool_choice: { type: 'function', function: { name: 'c' }, zoo: 1 } }, 'tool_choice.zoo'],
    [
      userSays({ type: 'image_url', image_url: { url: 'https://x/a.png', zoo: 1 } }),
      'messages.0.content.0.image_url.zoo',
    ],
    [
      userSays({ type: 'input_audio', input_audio: { data: 'AA==', zoo: 1 } }),
      'messages.0.content.0.input_audio.zoo',
    ],
    [
      userSays({ type: 'video_url', video_url: { url: 'https://x/a', zoo: 1 } }),
      'messages.0.content.0.video_url.zoo',
    ],
    [userSays({ type: 'file', file: { file_id: 'f', zoo: 1 } }), 'messages.0.content.0.file.zoo'],
  ])('names what %j says beside the known members', (body, path) => {
    const messages = [{ role: 'user', content: 'Hi' }];
    const { leftovers } = chat.readRequest({ messages, ...body }, { address, texts: new LongTexts() });
    expect(leftovers.map((one) => one.path)).toEqual([path]);
  });

  it('joins the text of thinking and the seal that a stream told beside it', () => {
    const details = [{ type: 'reasoning.text', signature: 'tp1.anthropic-messages.c2ln' }];
    const message = { role: 'assistant', content: 'Hi', reasoning_content: 'Hm', reasoning_details: details };
    const { turns } = chat.readRequest({ messages: [message] }, { address, texts: new LongTexts() });
    expect(turns[0]?.parts).toMatchObject([
      { kind: 'thinking', text: 'Hm', seal: { dialect: 'anthropic-messages', value: 'c2ln' } },
      { kind: 'text', text: 'Hi' },
    ]);
  });

  it('names what is left over by its place', () => {
    const { leftovers } = chat.readRequest(
      { messages: [{ role: 'user', content: 'Hi', mood: 'good' }], logit_bias: { 5: 1 }, seed: null },
      { address, texts: new LongTexts() },
    );
    expect(leftovers.map(({ path }) => path)).toEqual(['messages.0.mood', 'logit_bias']);
  });
});

describe('a chat answer as vendors send it', () => {
  const call = (index: number | undefined, rest: object) => ({
    choices: [{ index: 0, delta: { tool_calls: [{ ...(index !== undefined && { index }), ...rest }] } }],
  });
  const begins = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '' } });
  const goesOn = (text: unknown) => ({ function: { arguments: text } });
  const readChunks = (chunks: object[]) =>
    joined(1, (order) => {
      const reader = chat.streamReader(order);
      for (const chunk of chunks) reader.event(JSON.stringify(chunk));
      reader.event('[DONE]');
    }).choices[0]?.parts.flatMap((part) => (part.kind === 'call' ? [[part.id, part.name, part.input]] : []));

  it.each([
    {
      what: 'without an index',
      chunks: [
        call(undefined, begins('a', 'f')),
        call(undefined, goesOn('{"x"')),
        call(undefined, goesOn(':1}')),
      ],
      calls: [['a', 'f', '{"x":1}']],
    },
    {
      what: 'of two calls under one index',
      chunks: [
        call(0, begins('a', 'f')),
        call(0, goesOn('{}')),
        call(0, begins('b', 'g')),
        call(0, goesOn('{"y":2}')),
      ],
      calls: [
        ['a', 'f', '{}'],
        ['b', 'g', '{"y":2}'],
      ],
    },
    {
      what: 'of two calls by turns',
      chunks: [
        call(0, begins('a', 'f')),
        call(1, begins('b', 'g')),
        call(0, goesOn('{"x":')),
        call(1, goesOn('{"y":"}')),
        call(0, goesOn('1}')),
        call(1, goesOn('"}')),
      ],
      calls: [
        ['a', 'f', '{"x":1}'],
        ['b', 'g', '{"y":"}"}'],
      ],
    },
    {
      what: 'with blanks between them',
      chunks: [
        call(0, { id: 'a', function: { name: 'f', arguments: '{"x":' } }),
        { choices: [{ index: 0, delta: { content: '\n', reasoning_content: ' ' } }] },
        call(0, goesOn('1}')),
      ],
      calls: [['a', 'f', '{"x":1}']],
    },
    {
      what: 'whose name comes after the id',
      chunks: [
        call(0, { id: 'a', type: 'function', function: { name: '', arguments: '' } }),
        call(0, { function: { name: 'Bash', arguments: '' } }),
        call(0, goesOn('{"x":1}')),
      ],
      calls: [['a', 'Bash', '{"x":1}']],
    },
    {
      what: 'whose name comes after the input has begun',
      chunks: [
        call(0, { id: 'a', function: { name: null, arguments: '{"x"' } }),
        call(0, { function: { name: 'Bash', arguments: ':1}' } }),
      ],
      calls: [['a', 'Bash', '{"x":1}']],
    },
    {
      what: 'whose name comes in pieces, or again and again',
      chunks: [
        call(0, begins('a', 'Ba')),
        call(0, { function: { name: 'sh' } }),
        call(0, goesOn('{}')),
        call(1, begins('b', 'Read')),
        call(1, { function: { name: 'Read', arguments: '{' } }),
        call(1, { function: { name: 'Read', arguments: '}' } }),
      ],
      calls: [
        ['a', 'Bash', '{}'],
        ['b', 'Read', '{}'],
      ],
    },
    {
      what: 'that have no input',
      chunks: [call(0, begins('a', 'f')), call(1, begins('b', 'g'))],
      calls: [
        ['a', 'f', ''],
        ['b', 'g', ''],
      ],
    },
    {
      what: 'with arguments as an object',
      chunks: [call(0, { id: 'a', function: { name: 'f', arguments: { x: 1 } } })],
      calls: [['a', 'f', '{"x":1}']],
    },
  ])('reads fragments of calls $what', ({ chunks, calls }) => {
    expect(readChunks(chunks)).toEqual(calls);
  });

  it.each([[call(0, { id: 'a', function: { name: '', arguments: '{}' } })], [call(0, { id: 'a' })]])(
    'takes no call without a name for one: %j',
    (chunk) => {
      expect(() => readChunks([chunk])).toThrow('no name');
    },
  );

  it('does not give the rest of a call to another one', () => {
    const chunks = [
      ...[call(0, begins('a', 'f')), call(0, goesOn('{}'))],
      ...[call(1, begins('b', 'g')), call(0, goesOn('{"late":true}'))],
    ];
    expect(() => readChunks(chunks)).toThrow('has ended');
  });
});

describe('members that vendors add to a chat answer', () => {
  const whole = (choice: object) =>
    joined(1, (order) => chat.readAnswer({ choices: [{ index: 0, ...choice }] }, order)).choices[0];
  const streamed = (...choices: object[]) =>
    joined(1, (order) => {
      const reader = chat.streamReader(order);
      for (const choice of choices) reader.event(JSON.stringify({ choices: [{ index: 0, ...choice }] }));
    }).choices[0];

  it('an empty delta beside the message of a whole answer hides nothing', () => {
    const message = { role: 'assistant', content: 'Hi' };
    const delta = { role: 'assistant', content: '' };
    expect(whole({ message, delta, finish_reason: 'stop' })?.parts).toMatchObject([{ text: 'Hi' }]);
  });

  it('a message beside the delta of a chunk, with all that was said so far, says nothing twice', () => {
    const said = streamed(
      { delta: { content: 'Hel' }, message: { content: 'Hel' } },
      { delta: { content: 'lo' }, message: { content: 'Hello' } },
      { delta: { content: '' }, message: { content: 'Hello' }, finish_reason: 'stop' },
    );
    expect(said?.parts).toMatchObject([{ text: 'Hello' }]);
  });

  it.each([
    [
      'in the last chunk alone',
      [{ delta: { content: 'Hel' } }, { delta: { content: 'lo' } }, { message: { content: 'Hello' } }],
    ],
    ['in place of a delta', [{ message: { content: 'Hel' } }, { message: { content: 'Hello' } }]],
    ['in pieces', [{ message: { content: 'Hel' } }, { message: { content: 'lo' } }]],
    ['beside an empty delta', [{ delta: { role: 'assistant', content: '' }, message: { content: 'Hello' } }]],
    ['before a longer one', [{ delta: { content: 'Hel' } }, { delta: {}, message: { content: 'Hello' } }]],
  ])('a message %s says what was not said, once', (_where, choices) => {
    expect(streamed(...choices)?.parts).toMatchObject([{ text: 'Hello' }]);
  });

  it('an answer whose message says nothing is in its delta', () => {
    const said = whole({ message: { content: '' }, delta: { content: 'Hello' }, finish_reason: 'stop' });
    expect(said?.parts).toMatchObject([{ text: 'Hello' }]);
  });

  it('digits that are numbers are text', () => {
    const pieces = ['$', 0, '.', 5, true].map((content) => ({ delta: { content } }));
    expect(streamed(...pieces)?.parts).toMatchObject([{ text: '$0.5true' }]);
    expect(whole({ message: { content: 42, reasoning_content: 7 } })?.parts).toMatchObject([
      { kind: 'thinking', text: '7' },
      { text: '42' },
    ]);
  });

  it('the seal of a call is read from a fragment without arguments, and of one that waits', () => {
    const sealed = (index: number, id: string) => ({
      ...{ index, id, function: { name: 'f' }, extra_content: { google: { thought_signature: `S${id}` } } },
    });
    const delta = { tool_calls: [sealed(0, 'a'), sealed(1, 'b')] };
    const said = streamed({ delta, finish_reason: 'tool_calls' });
    expect(said?.parts).toMatchObject([{ seal: { value: 'Sa' } }, { seal: { value: 'Sb' } }]);
  });

  it('a legacy call and a custom one without a name are none', () => {
    const message = {
      function_call: { name: '', arguments: '' },
      tool_calls: [
        { id: 'a', function: { name: 'f', arguments: '{}' }, custom: { name: '', input: '' } },
        { id: '', function: { name: '', arguments: '' } },
      ],
    };
    expect(whole({ message, finish_reason: '' })).toMatchObject({
      parts: [{ kind: 'call', id: 'a', name: 'f', input: '{}' }],
      stop: { reason: 'tools' },
    });
  });

  it('thinking may stand in the details alone', () => {
    const detail = { type: 'reasoning.text', text: 'Hm', signature: 'a-seal-of-nobody-knows-whom' };
    const parts = [{ kind: 'thinking', text: 'Hm' }, { text: 'Hi' }];
    const message = { reasoning_details: [detail], content: 'Hi' };
    expect(whole({ message })?.parts).toMatchObject(parts);
    expect(whole({ message: { ...message, reasoning: 'Hm' } })?.parts).toMatchObject(parts);
    expect(
      streamed(
        { delta: { reasoning_details: [{ ...detail, text: 'H' }] } },
        {
          delta: { reasoning_details: [{ type: 'reasoning.summary', summary: 'm' }] },
        },
      )?.parts,
    ).toMatchObject([{ kind: 'thinking', text: 'Hm' }]);
  });

  it('what stands before the answer does not name it', () => {
    const chunks = [
      { id: '', model: '', created: 0, choices: [], prompt_filter_results: [] },
      { id: 'a', model: 'gpt', created: 5, choices: [{ index: 0, delta: { content: 'Hi' } }] },
    ];
    const { head } = joined(1, (order) => {
      const reader = chat.streamReader(order);
      for (const chunk of chunks) reader.event(JSON.stringify(chunk));
    });
    expect(head).toEqual({ id: 'a', model: 'gpt', createdSeconds: 5 });
  });

  it('JSON may stand as it is', () => {
    const parts = [{ kind: 'text', text: '{"city":"Paris"}' }];
    expect(whole({ message: { content: { city: 'Paris' } } })?.parts).toMatchObject(parts);
  });

  const source = (url: string, title: string) => ({ url, title, text: '', start: null, end: null });

  it('sources beside the choices are what the text cites', () => {
    const citations = ['https://a.example', 'https://b.example'];
    const search_results = [{ url: 'https://a.example', title: 'A', snippet: 'an a' }];
    const read = (beside: object) =>
      joined(1, (order) => {
        const message = { content: 'Hi[1]' };
        chat.readAnswer({ choices: [{ index: 0, message, finish_reason: 'stop' }], ...beside }, order);
      }).choices[0]?.parts;
    expect(read({ citations })).toMatchObject([
      { text: 'Hi[1]', citations: [source('https://a.example', ''), source('https://b.example', '')] },
    ]);
    expect(read({ citations, search_results })).toMatchObject([
      { text: 'Hi[1]', citations: [source('https://a.example', 'A')] },
    ]);
  });

  it('sources that each chunk repeats are told once', () => {
    const chunk = (choice: object) => ({
      choices: [{ index: 0, ...choice }],
      citations: ['https://a.example'],
    });
    const chunks = [
      chunk({ delta: { content: 'Hi' } }),
      chunk({ delta: { content: '[1]' }, finish_reason: 'stop' }),
      chunk({ delta: { content: '' }, finish_reason: 'stop' }),
    ];
    const { choices } = joined(1, (order) => {
      const reader = chat.streamReader(order);
      for (const one of chunks) reader.event(JSON.stringify(one));
    });
    expect(choices[0]?.parts).toMatchObject([
      { text: 'Hi[1]', citations: [source('https://a.example', '')] },
    ]);
  });

  it('usage may stand in Groq’s own member alone', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 7 };
    const chunk = { id: 'a', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], x_groq: { usage } };
    const answer = joined(1, (order) => chat.streamReader(order).event(JSON.stringify(chunk)));
    expect(answer.usage).toMatchObject({ textInput: 5, textOutput: 7 });
  });

  it('an empty finish reason is no end', () => {
    const joiner = new AnswerJoiner();
    const order = new AnswerOrder(joiner, { answerCount: 1 });
    const reader = chat.streamReader(order);
    const tell = (finish_reason: string) =>
      reader.event(JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason }] }));
    tell('');
    expect(order.findings.isComplete).toBe(false);
    tell('length');
    expect(order.findings.isComplete).toBe(true);
    order.finish();
    expect(joiner.answer.choices[0]?.stop?.reason).toBe('length');
  });
});

it('a stream without a word names the role of who said it', () => {
  const stop = { reason: 'filter', raw: '', sequence: '' } as const;
  const head = { id: 'a', model: 'm', createdSeconds: 1 };
  const stream = streamOf(chat, {
    head,
    choices: [{ parts: [], stop, logprobs: [] }],
    usage: null,
    serviceTier: '',
  });
  assertChatStream(stream);
  expect(stream).toContain('"delta":{"role":"assistant","content":""}');
});

describe('sound in an answer of chat', () => {
  const partsOf = (answer: object) =>
    joined(1, (order) => chat.readAnswer(answer, order)).choices[0]?.parts.map((part) =>
      part.kind === 'media'
        ? [part.media, part.mimeType, part.source]
        : 'text' in part
          ? part.text
          : part.kind,
    );
  const whole = (message: object) => ({ choices: [{ index: 0, finish_reason: 'stop', message }] });

  it.each([
    ['UklGRiQA', 'audio/wav'],
    ['SUQzBAAA', 'audio/mpeg'],
    ['//uQxAAA', 'audio/mpeg'],
    ['T2dnUwAC', 'audio/ogg'],
    ['ZkxhQwAA', 'audio/flac'],
    ['AAABAAIA', 'audio/L16;codec=pcm;rate=24000'],
  ])('%s is %s, with its words', (data, type) => {
    const audio = { id: 'audio_1', data, transcript: 'Hello', expires_at: 1 };
    expect(partsOf(whole({ content: null, audio }))).toEqual([
      ['audio', type, { kind: 'bytes', data }],
      'Hello',
    ]);
  });

  it('comes in pieces, and its words as one text', () => {
    const events = [
      { delta: { role: 'assistant', content: null, audio: { id: 'audio_1', transcript: 'Hel' } } },
      { delta: { audio: { data: 'UklGRiQA' } } },
      { delta: { audio: { transcript: 'lo' } } },
      { delta: { audio: { data: 'AAABAAIA' } } },
      { delta: {}, finish_reason: 'stop' },
    ].map((choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
    expect(joinStream(chat, events.join('')).choices[0]?.parts).toMatchObject([
      { media: 'audio', mimeType: 'audio/wav', source: { data: 'UklGRiQA' } },
      { media: 'audio', mimeType: 'audio/wav', source: { data: 'AAABAAIA' } },
      { kind: 'text', text: 'Hello' },
    ]);
  });

  it('has no words of its own where the message says them', () => {
    const audio = { id: 'audio_1', data: 'UklGRiQA', transcript: 'Hello' };
    expect(partsOf(whole({ content: 'Hello', audio }))).toEqual(['Hello', expect.anything()]);
  });

  it('a picture may stand at an address', () => {
    const images = [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }];
    const answer = joined(1, (order) => chat.readAnswer(whole({ content: '', images }), order));
    expect(answer.choices[0]?.parts).toMatchObject([
      { source: { kind: 'url', url: 'https://a.example/b.png' } },
    ]);
    expect(chat.writeAnswer(answer, answerOptions())).toMatchObject({ choices: [{ message: { images } }] });
  });
});
