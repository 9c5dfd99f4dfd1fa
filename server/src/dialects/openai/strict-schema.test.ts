import { describe, expect, it } from 'vitest';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { takenStrict } from './strict-schema.ts';

const text = { type: 'string' };
const closed = (properties: object, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required },
  additionalProperties: false,
});

const nested = (levels: number): object => closed({ a: levels === 1 ? text : nested(levels - 1) });

function taken(schema: object | null, strict: boolean | null = true) {
  const report = new ConversionReport();
  return { strict: takenStrict(strict, schema, 'strict', report), report: report.header() };
}

describe('`strict` at OpenAI', () => {
  it.each([
    ['closed objects', closed({ a: text, b: closed({ c: text }) })],
    ['a member that may be null', closed({ a: { type: ['string', 'null'] } })],
    ['references', { ...closed({ a: { $ref: '#/$defs/A' } }), $defs: { A: closed({}) } }],
    ['members with names of keywords', closed({ not: text, allOf: text, properties: text })],
    [
      'all that the vendor documents',
      closed({
        at: { type: 'string', format: 'date-time', title: 'At', description: 'When' },
        zip: { type: 'string', pattern: '^\\d+$' },
        size: { type: 'integer', minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
        tags: { type: 'array', items: { enum: ['a', 'b'], type: 'string' }, minItems: 1, maxItems: 3 },
        kind: { const: 'x', type: 'string' },
      }),
    ],
    ['a schema that refers to itself', { ...closed({ a: { $ref: '#' } }), $schema: 'x' }],
    ['ten levels', nested(9)],
    ['no schema', null],
  ])('stays with %s', (_what, schema) => {
    expect(taken(schema)).toEqual({ strict: true, report: '' });
  });

  it.each([
    ['a member that is not required', closed({ a: text, b: text }, ['a'])],
    ['an open object', { type: 'object', properties: {} }],
    ['one in a list', closed({ a: { type: 'array', items: closed({ b: text }, []) } })],
    ['one of several', closed({ a: { anyOf: [text, closed({ b: text }, [])] } })],
    ['one that may be null', closed({ a: { type: ['object', 'null'] } })],
    ['one among the definitions', { ...closed({}), $defs: { A: closed({ b: text }, []) } }],
    ['a keyword that no strict schema has', closed({ a: { allOf: [text] } })],
    ['a schema that anything fits', closed({ a: true })],
    ['a schema that says nothing but words', closed({ a: { description: 'any' } })],
    ['a format that it does not know', closed({ a: { type: 'string', format: 'uri' } })],
    ['words beside a reference', { ...closed({ a: { $ref: '#/$defs/A', title: 'A' } }), $defs: { A: text } }],
    ['a default', closed({ a: { type: 'string', default: 'x' } })],
    ['the length of a text', closed({ a: { type: 'string', minLength: 1 } })],
    ['items that differ', closed({ a: { type: 'array', items: text, uniqueItems: true } })],
    ['a list of anything', closed({ a: { type: 'array' } })],
    ['a pattern that looks around', closed({ a: { type: 'string', pattern: '^(?!x)' } })],
    ['a choice of nothing', closed({ a: { type: 'string', enum: [] } })],
    ['a choice of objects', closed({ a: { type: 'object', enum: [{}] } })],
    ['eleven levels', nested(10)],
    ['too many members', closed(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [at, text])))],
    ['too many values', closed({ a: { type: 'string', enum: Array.from({ length: 1_001 }, String) } })],
    ['a choice at its root', { anyOf: [closed({ a: text })] }],
    ['a choice beside its root', { ...closed({ a: text }), anyOf: [closed({ a: text })] }],
    ['a list at its root', { type: 'array', items: text }],
    ['a reference at its root', { $ref: '#/$defs/A', $defs: { A: closed({ a: text }) } }],
  ])('is left out and named with %s', (_what, schema) => {
    expect(taken(schema)).toEqual({ strict: null, report: 'approximated=strict' });
  });

  it.each([null, false])('is not looked at where it is %s', (strict) => {
    expect(taken({ type: 'object' }, strict)).toEqual({ strict, report: '' });
  });
});
