import { describe, expect, it } from 'vitest';
import { anthropicMessagesConversation as messages } from '../anthropic-messages/anthropic-messages-conversation.ts';
import type { CallerFormat } from '../conversation-format.ts';
import { geminiConversation as gemini } from '../gemini/gemini-conversation.ts';
import { openAiChatConversation as chat } from '../openai-chat/openai-chat-conversation.ts';
import { openAiCompletionsConversation as completions } from '../openai-completions/openai-completions-conversation.ts';
import { openAiResponsesConversation as responses } from '../openai-responses/openai-responses-conversation.ts';
import { AnswerJoiner } from './answer-joiner.ts';
import { AnswerLosses } from './answer-losses.ts';
import { AnswerOrder } from './answer-order.ts';
import type { MediaPart } from './conversation.ts';
import { ConversionReport } from './conversion-report.ts';

const TEXT = { kind: 'text' } as const;
const media = (kind: MediaPart['media'], source: MediaPart['source']): MediaPart => ({
  ...{ kind: 'media', media: kind, mimeType: '', name: '', source, detail: '', mark: null },
});
const bytes = { kind: 'bytes', data: 'aGk=' } as const;
const address = { kind: 'url', url: 'https://a.example' } as const;
const citation = { url: 'https://a.example', title: '', text: '', start: null, end: null };
const code = (type: string) => ({ kind: 'opaque', dialect: 'gemini', type, value: {} }) as const;

/** Content by the name that the report gives its loss. */
const said: Record<string, (order: AnswerOrder) => void> = {
  text: (order) => order.say(0, TEXT, 'Hi'),
  refusal: (order) => order.say(0, { kind: 'refusal' }, 'No'),
  thinking: (order) => order.say(0, { kind: 'thinking', isSummary: false }, 'Hm'),
  calls: (order) => order.open(0, 'a', { kind: 'call', id: 'a', name: 'f', isCustom: false }),
  citations: (order) => order.note(0, { kind: 'citation', citation }, TEXT),
  logprobs: (order) => order.logprobs(0, [{ token: 'a', logprob: 0, bytes: null, top: [] }]),
  choices: (order) => {
    order.say(0, TEXT, 'Hi');
    order.say(1, TEXT, 'Hi');
  },
  image: (order) => order.open(0, 'a', media('image', bytes)),
  audio: (order) => order.open(0, 'a', media('audio', bytes)),
  video: (order) => order.open(0, 'a', media('video', address)),
  file: (order) => order.open(0, 'a', media('file', address)),
  code: (order) => order.open(0, 'a', code('executableCode')),
  toolCall: (order) => order.open(0, 'a', code('toolCall')),
};

function lossesOf({ places }: CallerFormat, say: (order: AnswerOrder) => void): string[] {
  const report = new ConversionReport();
  const losses = new AnswerLosses(new AnswerJoiner(), { places, report });
  say(new AnswerOrder(losses, { answerCount: 1, report }));
  return report.fields.map(({ fate, field }) => `${fate} ${field}`);
}

describe('an answer that cannot be told whole', () => {
  it.each([
    { name: 'chat', format: chat, lost: ['choices', 'audio', 'video', 'file', 'code', 'toolCall'] },
    {
      name: 'responses',
      format: responses,
      lost: ['choices', 'audio', 'video', 'file', 'code', 'toolCall'],
    },
    {
      name: 'messages',
      format: messages,
      lost: ['citations', 'logprobs', 'choices', 'image', 'audio', 'video', 'file', 'code', 'toolCall'],
    },
    { name: 'gemini', format: gemini, lost: ['choices', 'code', 'toolCall'] },
    {
      name: 'completions',
      format: completions,
      lost: [
        'choices',
        'thinking',
        'calls',
        'citations',
        'image',
        'audio',
        'video',
        'file',
        'code',
        'toolCall',
      ],
    },
  ])('names what $name loses, and nothing else', ({ format, lost }) => {
    for (const [name, say] of Object.entries(said))
      expect([name, lossesOf(format, say)]).toEqual([
        name,
        lost.includes(name) ? [`dropped answer.${name}`] : [],
      ]);
  });

  it('a picture at an address is told in chat, and not in responses', () => {
    const say = (order: AnswerOrder) => order.open(0, 'a', media('image', address));
    expect(lossesOf(chat, say)).toEqual([]);
    expect(lossesOf(responses, say)).toEqual(['dropped answer.image']);
  });

  it('the proof of thinking alone is no loss', () => {
    const seal = { dialect: 'openai-responses', value: 'c2ln' } as const;
    const head = { kind: 'thinking', isSummary: false } as const;
    expect(
      lossesOf(completions, (order) => {
        order.note(0, { kind: 'seal', seal }, head);
        order.say(0, TEXT, 'Hi');
      }),
    ).toEqual([]);
  });

  it.each([
    [
      'messages',
      messages,
      {
        content: [
          {
            type: 'text',
            text: 'Hi',
            citations: [{ type: 'char_location', cited_text: 'x', document_index: 0 }],
          },
        ],
      },
    ],
    [
      'responses',
      responses,
      {
        output: [
          {
            type: 'message',
            content: [
              { type: 'output_text', text: 'Hi', annotations: [{ type: 'file_citation', file_id: 'f' }] },
            ],
          },
        ],
      },
    ],
  ] as const)('a citation of %s without an address is named, not told', (_name, upstream, answer) => {
    expect(lossesOf(chat, (order) => upstream.readAnswer(answer, order))).toEqual([
      'dropped answer.citations',
    ]);
  });
});
