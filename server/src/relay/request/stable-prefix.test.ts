import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../dialects/anthropic-messages/anthropic-messages.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { gemini } from '../../dialects/gemini/gemini.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { stablePrefix } from './stable-prefix.ts';

function prefixOf(dialect: Dialect, request: object): string | null {
  const body = Buffer.from(JSON.stringify(request));
  const scan = new JsonScanner({ members: dialect.members });
  scan.feed(body);
  scan.end();
  return stablePrefix({ body, scan, dialect });
}

interface Turn {
  by: 'user' | 'model';
  text: string;
}
const LONG = 'You are a helpful "engineer".\n'.repeat(200);
const roleOf = ({ by }: Turn) => (by === 'user' ? 'user' : 'assistant');
const marked = (index: number, length: number) =>
  index === length - 1 ? { cache_control: { type: 'ephemeral' } } : {};

/** Requests of a conversation in each dialect. */
const requests: readonly [Dialect, (system: string, turns: readonly Turn[]) => object][] = [
  [
    openAiChat,
    (system, turns) => ({
      messages: [
        { role: 'system', content: system },
        ...turns.map((turn) => ({ content: turn.text, role: roleOf(turn) })),
      ],
      tools: [{ type: 'function', function: { name: 'now' } }],
    }),
  ],
  [
    openAiResponses,
    (system, turns) => ({
      instructions: system,
      input: turns.flatMap((turn) => [
        ...(turn.by === 'model' ? [{ type: 'reasoning', summary: [] }] : []),
        { role: roleOf(turn), content: [{ type: 'input_text', text: turn.text }] },
      ]),
    }),
  ],
  [
    anthropicMessages,
    (system, turns) => ({
      messages: turns.map((turn, index) => ({
        content: [{ type: 'text', text: turn.text, ...marked(index, turns.length) }],
        role: roleOf(turn),
      })),
      system: [{ type: 'text', text: system }],
    }),
  ],
  [
    gemini,
    (system, turns) => ({
      contents: turns.map(({ by, text }) => ({
        parts: [{ text }],
        ...(by === 'model' && { role: 'model' }),
      })),
      systemInstruction: { parts: [{ text: system }] },
    }),
  ],
];

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const turnsAfter = fc.array(fc.tuple(text, text), { maxLength: 4 });
const conversation = (first: string, pairs: readonly (readonly [string, string])[]): Turn[] => [
  { by: 'user', text: first },
  ...pairs.flatMap(([model, user]): Turn[] => [
    { by: 'model', text: model },
    { by: 'user', text: user },
  ]),
];

describe.each(requests)('the stable beginning of a conversation, dialect %#', (dialect, write) => {
  it('is the same in each of its calls, and another one of another conversation', () => {
    fc.assert(
      fc.property(text, text, turnsAfter, (first, other, pairs) => {
        const of = (turns: readonly Turn[], system = LONG, rest: object = {}) =>
          prefixOf(dialect, { ...rest, ...write(system, turns) });
        const known = of(conversation(first, []));
        expect(known).not.toBeNull();
        expect(of(conversation(first, pairs), LONG, { model: 'm', temperature: 1 })).toBe(known);
        if (other !== first) expect(of(conversation(other, pairs))).not.toBe(known);
        expect(of(conversation(first, pairs), `${LONG}${first}!`)).not.toBe(known);
      }),
      { numRuns: 100 },
    );
  });

  it('is the same however long its turns are', () => {
    const first = `${'x'.repeat(60_000)}\\"`.repeat(3);
    const known = prefixOf(dialect, write('', conversation(first, [])));
    expect(known).not.toBeNull();
    for (const turn of ['Hi', LONG.repeat(60)])
      expect(prefixOf(dialect, write('', conversation(first, [[turn, turn]])))).toBe(known);
  });

  it('is another one where a long text differs in its length', () => {
    const known = prefixOf(dialect, write('', conversation(LONG.repeat(5), [])));
    expect(prefixOf(dialect, write('', conversation(LONG.repeat(6), [])))).not.toBe(known);
  });

  it('is looked for only where a vendor would cache it', () => {
    expect(prefixOf(dialect, write('', conversation('Hi', [[LONG, LONG]])))).toBeNull();
  });
});

it('hashes a greeting of the model with the turn of the user after it', () => {
  const greeted = (...users: string[]) => ({
    messages: [
      { role: 'system', content: LONG },
      { role: 'assistant', content: 'Welcome', tool_calls: null, cache_control: null },
      ...users.flatMap((content) => [
        { role: 'user', content },
        { role: 'assistant', content: 'Well' },
      ]),
    ],
  });
  expect(prefixOf(openAiChat, greeted('a', 'b'))).toBe(prefixOf(openAiChat, greeted('a')));
  expect(prefixOf(openAiChat, greeted('a'))).not.toBe(prefixOf(openAiChat, greeted('b')));
});
