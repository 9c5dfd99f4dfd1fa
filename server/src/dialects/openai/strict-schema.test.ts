import { describe, expect, it } from 'vitest';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { takenStrict } from './strict-schema.ts';

const text = { type: 'string' };
const closed = (properties: object, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required },
  additionalProperties: false,
});

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
  ])('is left out and named with %s', (_what, schema) => {
    expect(taken(schema)).toEqual({ strict: null, report: 'approximated=strict' });
  });

  it.each([null, false])('is not looked at where it is %s', (strict) => {
    expect(taken({ type: 'object' }, strict)).toEqual({ strict, report: '' });
  });
});
