import { describe, expect, it } from 'vitest';
import { LongTexts } from '../../platform/json/long-texts.ts';
import type { RequestTarget } from '../conversation-format.ts';
import { emptyConversation, textPart } from '../neutral/conversation.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { withObjectSchema } from './answer-schema.ts';

const text = { type: 'string' };

function taken(schema: object, upstreamModel = 'gpt-5') {
  const talk = emptyConversation();
  talk.turns = [
    { role: 'system', name: '', parts: [textPart('Be short.')] },
    { role: 'user', name: '', parts: [textPart('Hi')] },
  ];
  talk.output = { format: 'schema', schema, name: '', description: '', strict: true };
  const report = new ConversionReport();
  const target = { upstreamModel, report, texts: new LongTexts() } as unknown as RequestTarget;
  const { output, turns } = withObjectSchema(talk, target);
  return { schema: output?.schema, turns: turns.length, told: turns[1]?.parts, report: report.header() };
}

describe('a schema for the answer at OpenAI', () => {
  it.each([
    ['an object', { type: 'object', properties: { a: text } }],
    ['an object that is open', { type: 'object' }],
  ])('is kept as %s', (_what, schema) => {
    expect(taken(schema)).toMatchObject({ schema, turns: 2, report: '' });
  });

  it('is written out where its root is a reference', () => {
    const $defs = { A: { type: 'object', properties: { a: { $ref: '#/$defs/A' } } } };
    expect(taken({ $ref: '#/$defs/A', $defs })).toMatchObject({ schema: { ...$defs.A, $defs }, report: '' });
  });

  it.each([
    ['a list', { type: 'array', items: text }],
    ['a text', text],
    ['a choice', { anyOf: [{ type: 'object' }, text] }],
    ['an object or null', { type: ['object', 'null'] }],
    ['a reference to a list', { $ref: '#/$defs/A', $defs: { A: { type: 'array' } } }],
  ])('is told behind the instructions where it is %s', (_what, schema) => {
    expect(taken(schema)).toEqual({
      ...{ schema: undefined, turns: 3, report: 'approximated=response_format' },
      told: [
        textPart(
          `Answer with JSON alone, in no code block, that fits this JSON schema: ${JSON.stringify(schema)}`,
        ),
      ],
    });
  });

  it('is kept as it is for other vendors’ models', () => {
    const schema = { type: 'array', items: text };
    expect(taken(schema, 'mistral-large')).toMatchObject({ schema, turns: 2, report: '' });
  });
});
