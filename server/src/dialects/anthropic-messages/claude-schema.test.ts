import { describe, expect, it } from 'vitest';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { hasUnsayable, toClaudeSchema } from './claude-schema.ts';

function written(schema: object) {
  const report = new ConversionReport();
  return { schema: toClaudeSchema(schema, 's', report), report: report.header() };
}

const text = { type: 'string' };
const closed = (properties: object, rest: object = {}) => ({
  ...{ type: 'object', properties, additionalProperties: false },
  ...rest,
});

describe('a JSON schema in the subset that Claude takes', () => {
  it.each([
    { what: 'closed objects', schema: closed({ a: text, b: closed({ c: text }) }, { required: ['a'] }) },
    {
      what: 'formats, a plain pattern, a constant',
      schema: closed({
        at: { ...text, format: 'date-time' },
        zip: { ...text, pattern: '^\\d+$' },
        is: { const: 1 },
      }),
    },
    { what: 'a type that may be null', schema: closed({ a: { type: ['string', 'null'], default: null } }) },
    { what: 'a list that is not empty', schema: { type: 'array', items: text, minItems: 1 } },
    {
      what: 'definitions',
      schema: closed({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { type: 'string', enum: ['a', 'b'] } } }),
    },
    { what: 'members with names of keywords', schema: closed({ minimum: text, $ref: text, oneOf: text }) },
  ])('keeps $what', ({ schema }) => {
    expect(written(schema)).toEqual({ schema, report: '' });
  });

  it.each([
    {
      what: 'objects that say nothing of further members',
      schema: { type: 'object', properties: { a: { properties: { b: text } } }, required: ['a', 'gone'] },
      becomes: closed({ a: closed({ b: text }) }, { required: ['a'] }),
      report: 'dropped=s.required; added=s.additionalProperties',
    },
    {
      what: 'objects with members of any name',
      schema: closed({ a: closed({}, { additionalProperties: { type: 'integer' } }) }),
      becomes: closed({ a: closed({}) }),
      report: 'dropped=s.additionalProperties',
    },
    {
      what: 'bounds',
      schema: closed({
        n: { type: 'integer', minimum: 1, maximum: 9, description: 'How many' },
        s: { type: 'string', maxLength: 5, pattern: '^(?!x)' },
        l: { type: 'array', items: text, minItems: 2, maxItems: 3 },
        f: { type: 'string', format: 'byte' },
      }),
      becomes: closed({
        n: { type: 'integer', description: 'How many\n\n{minimum: 1, maximum: 9}' },
        s: { type: 'string', description: '{maxLength: 5, pattern: ^(?!x)}' },
        l: { type: 'array', items: text, minItems: 1, description: '{maxItems: 3}' },
        f: { type: 'string', description: '{format: byte}' },
      }),
      report: 'approximated=s.minimum,s.maximum,s.maxLength,s.pattern,s.minItems,s.maxItems,s.format',
    },
    {
      what: 'one of several',
      schema: { oneOf: [text, { type: 'object', properties: {}, additionalProperties: false }] },
      becomes: { anyOf: [text, closed({})] },
      report: 'approximated=s.oneOf',
    },
    {
      what: 'all of several',
      schema: {
        allOf: [{ $ref: '#/$defs/A' }, { allOf: [{ $ref: '#/$defs/B' }] }],
        description: 'both',
        $defs: { A: closed({ a: text }, { required: ['a'] }), B: closed({ b: text }, { required: ['b'] }) },
      },
      becomes: {
        ...closed({ a: text, b: text }, { required: ['a', 'b'], description: 'both' }),
        $defs: { A: closed({ a: text }, { required: ['a'] }), B: closed({ b: text }, { required: ['b'] }) },
      },
      report: 'approximated=s.allOf',
    },
    {
      what: 'values that all of several have',
      schema: { allOf: [{ enum: ['a', 'b', 'c'] }, { type: 'string', enum: ['b', 'c', 'd'] }] },
      becomes: { type: 'string', enum: ['b', 'c'] },
      report: 'approximated=s.allOf',
    },
    {
      what: 'choices in all of several',
      schema: { allOf: [{ anyOf: [text, { type: 'null' }] }, { anyOf: [text] }] },
      becomes: { anyOf: [text] },
      report: 'dropped=s.anyOf; approximated=s.allOf',
    },
    {
      what: 'two kinds of choices, and a type beside them',
      schema: { type: 'string', anyOf: [text], oneOf: [text] },
      becomes: { anyOf: [text] },
      report: 'dropped=s.oneOf; approximated=s.type',
    },
    {
      what: 'types in capitals',
      schema: closed({
        a: { type: 'OBJECT', properties: { b: { type: 'STRING' } }, additionalProperties: false },
      }),
      becomes: closed({ a: closed({ b: text }) }),
      report: '',
    },
    {
      what: 'what stands beside a reference',
      schema: closed({ a: { $ref: '#/$defs/A', description: 'first' } }, { $defs: { A: text } }),
      becomes: closed({ a: { $ref: '#/$defs/A' } }, { $defs: { A: text } }),
      report: 'approximated=s.$ref',
    },
    {
      what: 'values of several types',
      schema: { type: ['string', 'null'], enum: ['a', null] },
      becomes: { enum: ['a', null] },
      report: '',
    },
    {
      what: 'values that are no plain ones, and other keywords',
      schema: {
        type: 'array',
        items: { type: 'object', enum: [{ a: 1 }], additionalProperties: false },
        not: {},
      },
      becomes: { type: 'array', items: closed({}) },
      report: 'dropped=s.enum,s.not',
    },
    {
      what: 'what may be anything',
      schema: closed({ a: {}, b: true }),
      becomes: closed({ a: text, b: text }),
      report: 'approximated=s.type',
    },
  ])('rewrites $what', ({ schema, becomes, report }) => {
    expect(written(schema)).toEqual({ schema: becomes, report });
  });

  it.each([
    ['schema_reference', closed({ a: { $ref: 'https://x.example/a' } })],
    [
      'schema_too_large',
      Array.from({ length: 200 }).reduce<object>((items) => ({ type: 'array', items }), text),
    ],
  ])('is refused with %s', (code, schema) => {
    expect(() => written(schema)).toThrow(expect.objectContaining({ fields: [{ field: 's', code }] }));
  });

  it.each([closed({ a: { $ref: '#' } }), closed({ default: { allOf: [{ $ref: '#/properties/default' }] } })])(
    'is none for one that refers to itself: %j',
    (schema) => {
      expect(written(schema)).toEqual({ schema: null, report: '' });
    },
  );

  it('is refused where its parts are joined again and again', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = { allOf: [{ $ref: `#/$defs/d${at + 1}` }] };
        return [`d${at}`, at === 39 ? text : closed({ a: next, b: next })];
      }),
    );
    expect(() => written({ $ref: '#/$defs/d0', $defs })).toThrow(
      expect.objectContaining({ fields: [{ field: 's', code: 'schema_too_large' }] }),
    );
  });

  it('cannot say objects whose members nobody named, nor values that are no plain ones', () => {
    expect(hasUnsayable({ type: 'object' })).toBe(true);
    expect(hasUnsayable({ type: 'object', additionalProperties: { type: 'integer' } })).toBe(true);
    expect(hasUnsayable(closed({ a: { type: 'array', items: { type: 'object' } } }))).toBe(true);
    expect(hasUnsayable({ $ref: '#/$defs/A', $defs: { A: { type: ['object', 'null'] } } })).toBe(true);
    expect(hasUnsayable({ enum: [{ a: 1 }] })).toBe(true);
    expect(hasUnsayable({ const: [] })).toBe(true);
    expect(hasUnsayable({ enum: ['a', null, 1] })).toBe(false);
    expect(hasUnsayable(closed({ type: text, additionalProperties: text }))).toBe(false);
    expect(hasUnsayable(closed({ a: { ...text, default: { type: 'object' } } }))).toBe(false);
    expect(hasUnsayable({ type: 'object', allOf: [] })).toBe(false);
  });
});
