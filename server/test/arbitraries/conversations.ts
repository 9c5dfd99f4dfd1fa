import fc from 'fast-check';
import type { Answer, AnswerChoice } from '../../src/dialects/neutral/answer.ts';
import type { AnswerOrder } from '../../src/dialects/neutral/answer-order.ts';
import {
  type CallPart,
  type Conversation,
  emptyConversation,
  type MediaPart,
  type Part,
  type ResultPart,
  type Tool,
  type Turn,
  textPart,
} from '../../src/dialects/neutral/conversation.ts';
import type { StopReason } from '../../src/dialects/neutral/stop-reasons.ts';

/** Content that a dialect can express, so writing and reading back must be lossless. */
export interface Sayable {
  media: readonly MediaPart['media'][];
  /** Media at an address, and those that were uploaded before. */
  urls: readonly MediaPart['media'][];
  thinking: boolean;
  stops: readonly StopReason[];
  answers: number;
  /** Left out where it calls tools. */
  calls?: false;
}

const short = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== '');
/** Longer than what `LongTexts` copies, with everything that JSON escapes. */
const long = short.map((text) => `${text}"\\ \n\u0001é😀`.repeat(200));
const word = fc.oneof({ arbitrary: short, weight: 9 }, { arbitrary: long, weight: 1 });
const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/);
const id = fc.stringMatching(/^[A-Za-z0-9_-]{5,20}$/).filter((text) => !text.startsWith('tp_'));
const input = fc
  .dictionary(name, fc.oneof(fc.jsonValue({ maxDepth: 1 }), long), { maxKeys: 3 })
  .map((value) => JSON.stringify(value));
const base64 = fc
  .uint8Array({ minLength: 3, maxLength: 60 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));
const mimeTypes: Record<MediaPart['media'], string> = {
  image: 'image/png',
  file: 'application/pdf',
  audio: 'audio/mp3',
  video: 'video/mp4',
};

const mediaPart = ({ media, urls }: Sayable): fc.Arbitrary<MediaPart>[] => [
  ...media.map((kind) =>
    base64.map(
      (data): MediaPart => ({
        kind: 'media',
        media: kind,
        mimeType: mimeTypes[kind],
        name: kind === 'file' ? 'a.pdf' : '',
        source: { kind: 'bytes', data },
        detail: '',
        mark: null,
      }),
    ),
  ),
  ...urls.map((kind) =>
    fc.webUrl().map(
      (url): MediaPart => ({
        kind: 'media',
        media: kind,
        mimeType: '',
        name: '',
        source: { kind: 'url', url },
        detail: '',
        mark: null,
      }),
    ),
  ),
];

const textParts = (maxLength: number) =>
  fc.array(
    word.map((text): Part => textPart(text)),
    { minLength: 1, maxLength },
  );

/** A user's words and what a tool was asked and answered, as a conversation goes. */
function exchange(sayable: Sayable): fc.Arbitrary<Turn[]> {
  const user = fc
    .array(
      fc.oneof(
        word.map((text): Part => textPart(text)),
        ...mediaPart(sayable),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts): Turn => ({ role: 'user', name: '', parts }));
  const calls = fc.uniqueArray(fc.record({ id, name, input }), {
    selector: (call) => call.id,
    minLength: 1,
    maxLength: 3,
  });
  const said = fc.option(word, { nil: null });
  const tools = fc.tuple(calls, said, word).map(([list, text, result]): Turn[] => {
    const asked = list.map(
      (call): CallPart => ({ kind: 'call', ...call, isCustom: false, seal: null, mark: null }),
    );
    const answered = list.map(
      (call): ResultPart => ({
        kind: 'result',
        callId: call.id,
        name: call.name,
        parts: [textPart(result)],
        isError: false,
        mark: null,
      }),
    );
    return [
      { role: 'assistant', name: '', parts: [...(text === null ? [] : [textPart(text)]), ...asked] },
      { role: 'user', name: '', parts: answered },
    ];
  });
  const answer = textParts(1).map((parts): Turn => ({ role: 'assistant', name: '', parts }));
  return fc
    .tuple(user, fc.option(tools, { nil: [] }), answer)
    .map(([asked, between, answered]) => [asked, ...between, answered]);
}

const tool: fc.Arbitrary<Tool> = fc.record({
  kind: fc.constant('function' as const),
  name,
  description: fc.oneof(fc.constant(''), word),
  schema: fc.constant({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
  strict: fc.constant(null),
  mark: fc.constant(null),
});

/** Some vendors take no id twice: what is written to them then, `history.test.ts` shows. */
function hasOwnCallIds({ turns }: Conversation): boolean {
  const ids = turns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.id] : [])));
  return new Set(ids).size === ids.length;
}

/** Conversations that a dialect can say wholly. */
export function conversations(sayable: Sayable): fc.Arbitrary<Conversation> {
  return fc
    .record({
      system: fc.option(textParts(1), { nil: null }),
      exchanges: fc.array(exchange(sayable), { minLength: 0, maxLength: 3 }),
      last: word,
      tools: fc.uniqueArray(tool, { selector: (one) => ('name' in one ? one.name : ''), maxLength: 3 }),
      choice: fc.constantFrom('auto', 'none', 'required', null),
      temperature: fc.option(fc.constantFrom(0, 0.5, 1), { nil: null }),
      stop: fc.array(word, { maxLength: 3 }),
    })
    .map(({ system, exchanges, last, tools, choice, temperature, stop }) => {
      const talk = emptyConversation();
      if (system !== null) talk.turns.push({ role: 'system', name: '', parts: system });
      talk.turns.push(...exchanges.flat(), { role: 'user', name: '', parts: [textPart(last)] });
      talk.tools = tools;
      talk.toolChoice = tools.length > 0 && choice !== null ? { kind: choice } : null;
      talk.settings.temperature = temperature;
      talk.settings.stop = stop;
      return talk;
    })
    .filter(hasOwnCallIds);
}

/** Answers that a dialect can tell wholly. */
export function answers({ thinking, stops, answers: count, calls: sayable }: Sayable): fc.Arbitrary<Answer> {
  const text = word.map((said): Part => textPart(said));
  const thought = word.map((said): Part => ({ kind: 'thinking', text: said, isSummary: false, seal: null }));
  const call = fc
    .record({ id, name, input })
    .map((given): CallPart => ({ kind: 'call', ...given, isCustom: false, seal: null, mark: null }));
  const calls = fc.uniqueArray(call, { selector: (one) => one.id, maxLength: sayable === false ? 0 : 3 });
  const choice = fc
    .tuple(
      fc.option(thought, { nil: null }),
      fc.option(text, { nil: null }),
      calls,
      fc.constantFrom(...stops),
    )
    .map(([first, said, list, reason]): AnswerChoice => {
      const parts = [
        ...(thinking && first !== null ? [first] : []),
        ...(said === null ? [] : [said]),
        ...list,
      ];
      const ended = list.length > 0 ? 'tools' : reason === 'tools' ? 'end' : reason;
      return { parts, stop: { reason: ended, raw: '', sequence: '' }, logprobs: [] };
    });
  return fc
    .record({ id, choices: fc.array(choice, { minLength: 1, maxLength: count }) })
    .map(({ id: answerId, choices }) => ({
      head: { id: answerId, model: 'm', createdSeconds: 1_700_000_000 },
      choices,
      usage: null,
      serviceTier: '',
    }));
}

/** Plays a whole answer piece by piece, as a stream. */
export function play({ head, choices, usage }: Answer, order: AnswerOrder): void {
  order.start(head);
  choices.forEach(({ parts, stop }, choice) => {
    parts.forEach((part, number) => {
      if (part.kind === 'text' || part.kind === 'refusal')
        for (const letter of [...part.text]) order.say(choice, { kind: part.kind }, letter);
      else if (part.kind === 'thinking') {
        const head = { kind: 'thinking', isSummary: part.isSummary } as const;
        order.say(choice, head, part.text);
        if (part.seal !== null) order.note(choice, { kind: 'seal', seal: part.seal }, head);
      } else if (part.kind === 'call') {
        const key = `${number}`;
        order.open(choice, key, { kind: 'call', id: part.id, name: part.name, isCustom: part.isCustom });
        for (const letter of [...part.input]) order.add(choice, key, letter);
      }
    });
    if (stop !== null) order.stop(choice, stop);
  });
  if (usage !== null) order.usage(usage);
  order.finish();
}
