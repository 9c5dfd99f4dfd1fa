import { describe, expect, it } from 'vitest';
import { parseExact } from '../../platform/json/exact-json.ts';
import { ConversionReport } from './conversion-report.ts';
import { fromOpenApiSchema, toOpenApiSchema, unfollowedKeywords } from './json-schema.ts';

function written(schema: object) {
  const report = new ConversionReport();
  return { schema: toOpenApiSchema(schema, 's', report), report: report.header() };
}

const text = { type: 'string' };
const objectOf = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });

describe('a JSON schema in the subset that Google takes', () => {
  it('takes what is no text or number where one belongs for nothing', () => {
    const odd = { toString: 1, valueOf: 1 };
    expect(fromOpenApiSchema({ type: odd, minItems: odd })).toEqual({ minItems: odd });
  });

  it('is refused where a large part of it is written out again and again', () => {
    const large = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]));
    const $defs = { large: { type: 'string', ...large } };
    const again = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`p${at}`, { $ref: '#/$defs/large' }]),
    );
    const refused = expect.objectContaining({ fields: [{ field: 's', code: 'schema_too_large' }] });
    expect(() => written(objectOf(again, { $defs }))).toThrow(refused as never);
    const allOf = Object.values(again);
    expect(() => written({ allOf, $defs })).toThrow(refused as never);
    const parts = Array.from({ length: 60_000 }, (_, at) =>
      objectOf({ [`p${at}`]: text }, { required: [`p${at}`] }),
    );
    expect(() => written({ allOf: parts })).toThrow(refused as never);
  });

  it.each([
    { what: 'what it knows', schema: objectOf({ a: text }, { required: ['a'] }) },
    {
      what: 'counts and ranges',
      schema: { type: 'array', items: { type: 'number', minimum: 1 }, maxItems: 3 },
    },
    { what: 'an enumeration', schema: { type: 'string', enum: ['a', 'b'], description: 'One of' } },
    { what: 'a choice of schemas', schema: { anyOf: [text, { type: 'integer' }] } },
  ])('keeps $what', ({ schema }) => {
    expect(written(schema)).toEqual({ schema, report: '' });
  });

  it.each([
    {
      what: 'a type that may be null',
      schema: { type: ['string', 'null'], description: 'a', minLength: 2 },
      becomes: { type: 'string', description: 'a', minLength: 2, nullable: true },
      report: '',
    },
    {
      what: 'several types',
      schema: { type: ['string', 'integer', 'null'], title: 'a', minimum: 1 },
      becomes: {
        title: 'a',
        anyOf: [
          { type: 'string', minimum: 1 },
          { type: 'integer', minimum: 1 },
        ],
        nullable: true,
      },
      report: '',
    },
    {
      what: 'a schema or null',
      schema: { anyOf: [objectOf({ a: text }), { type: 'null' }], description: 'a' },
      becomes: objectOf({ a: text }, { description: 'a', nullable: true }),
      report: '',
    },
    {
      what: 'one of several',
      schema: { oneOf: [text, { type: 'number' }] },
      becomes: { anyOf: [text, { type: 'number' }] },
      report: 'approximated=s.oneOf',
    },
    {
      what: 'all of several',
      schema: {
        allOf: [objectOf({ a: text }, { required: ['a'] }), { $ref: '#/$defs/B' }],
        $defs: { B: objectOf({ b: text }, { required: ['b'] }) },
      },
      becomes: objectOf({ a: text, b: text }, { required: ['a', 'b'] }),
      report: 'approximated=s.allOf',
    },
    { what: 'a constant', schema: { const: 'a' }, becomes: { type: 'string', enum: ['a'] }, report: '' },
    {
      what: 'numbers to choose from',
      schema: { type: 'integer', enum: [1, 2, null] },
      becomes: { type: 'integer', enum: ['1', '2'], nullable: true },
      report: 'approximated=s.enum',
    },
    {
      what: 'references, with what stands beside them',
      schema: {
        ...objectOf({ a: { $ref: '#/definitions/A', description: 'first' }, b: { $ref: '#/definitions/A' } }),
        definitions: { A: { ...text, $id: 'a', pattern: '^a' } },
      },
      becomes: objectOf({
        a: { ...text, pattern: '^a', description: 'first' },
        b: { ...text, pattern: '^a' },
      }),
      report: '',
    },
    {
      what: 'keywords outside of the subset',
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        ...objectOf(
          { a: { ...text, format: 'uri' } },
          { additionalProperties: false, if: {}, required: ['a', 'b'] },
        ),
      },
      becomes: objectOf({ a: text }, { required: ['a'] }),
      report: 'dropped=s.additionalProperties,s.if,s.format',
    },
    {
      what: 'a list of anything',
      schema: { type: 'array' },
      becomes: { type: 'array', items: text },
      report: 'approximated=s.type',
    },
    {
      what: 'members beside a choice',
      schema: objectOf({ a: text }, { anyOf: [{ required: ['a'] }, {}] }),
      becomes: objectOf({ a: text }),
      report: 'dropped=s.anyOf',
    },
    { what: 'what is true or false', schema: { const: true }, becomes: text, report: 'dropped=s.const' },
    { what: 'a type in capitals', schema: { type: 'STRING' }, becomes: text, report: '' },
  ])('says $what as it can', ({ schema, becomes, report }) => {
    expect(written(schema)).toEqual({ schema: becomes, report });
  });

  const tree = { $defs: { Tree: objectOf({ left: { $ref: '#/$defs/Tree' } }) }, $ref: '#/$defs/Tree' };
  const wide = (depth: number): object =>
    Object.fromEntries(
      Array.from({ length: depth }, (_, at) => [
        `D${at}`,
        objectOf(
          at + 1 < depth
            ? { a: { $ref: `#/$defs/D${at + 1}` }, b: { $ref: `#/$defs/D${at + 1}` } }
            : { a: text },
        ),
      ]),
    );
  it.each([
    { what: 'a reference to itself', schema: tree, code: 'schema_cycle' },
    { what: 'the whole in itself', schema: objectOf({ a: { $ref: '#' } }), code: 'schema_cycle' },
    {
      what: 'a circle in all of several',
      schema: { $defs: { A: { allOf: [{ $ref: '#/$defs/A' }] } }, allOf: [{ $ref: '#/$defs/A' }] },
      code: 'schema_cycle',
    },
    {
      what: 'a reference to nothing',
      schema: objectOf({ a: { $ref: '#/$defs/A' } }),
      code: 'schema_reference',
    },
    { what: 'a reference elsewhere', schema: { $ref: 'https://a.example/b' }, code: 'schema_reference' },
    { what: 'a name of all objects', schema: { $ref: '#/constructor' }, code: 'schema_reference' },
    {
      what: 'more than can be written out',
      schema: { $defs: wide(13), $ref: '#/$defs/D0' },
      code: 'schema_too_large',
    },
  ])('refuses $what', ({ schema, code }) => {
    expect(() => written(schema)).toThrow(expect.objectContaining({ fields: [{ field: 's', code }] }));
  });
});

describe('a schema of Google', () => {
  it('is read as JSON schema', () => {
    expect(
      fromOpenApiSchema({
        type: 'OBJECT',
        property_ordering: ['a', 'b'],
        properties: {
          a: { type: 'STRING', nullable: true, format: 'enum', enum: ['x'], minLength: '2' },
          b: { type: 'ARRAY', items: { type: 'INTEGER', enum: ['1'] }, min_items: '1' },
          c: { anyOf: [{ type: 'NUMBER' }, { type: 'BOOLEAN' }], nullable: true },
          type: { type: 'STRING', example: 'a' },
        },
        required: ['a'],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        a: { type: ['string', 'null'], enum: ['x', null], minLength: 2 },
        b: { type: 'array', items: { type: 'integer', enum: [1] }, minItems: 1 },
        c: { anyOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'null' }] },
        type: { type: 'string', examples: ['a'] },
      },
      required: ['a'],
    });
  });
});

it('keeps every digit of integers beyond 2^53, both ways', () => {
  const id = '12345678901234567890';
  const given = parseExact(`{"type":"integer","minimum":${id},"enum":[${id},7]}`) as object;
  expect(JSON.stringify(written(given).schema)).toBe(
    `{"type":"integer","minimum":${id},"enum":["${id}","7"]}`,
  );
  const google = parseExact(`{"type":"INTEGER","enum":["${id}","7",${id}],"maxLength":${id},"title":"t"}`);
  expect(JSON.stringify(fromOpenApiSchema(google as object))).toBe(
    `{"type":"integer","enum":[${id},7,${id}],"maxLength":${id},"title":"t"}`,
  );
  expect(fromOpenApiSchema(parseExact(`{"type":${id},"items":${id}}`) as object)).toMatchObject({});
});

it('knows what Google does not follow in a JSON schema', () => {
  const schema = {
    $schema: 'x',
    ...objectOf({ pattern: { ...text, pattern: 'a' }, b: { type: 'array', items: { not: {} } } }),
    additionalProperties: false,
    $defs: { A: { allOf: [] } },
  };
  expect([...unfollowedKeywords(schema)]).toEqual(['pattern', 'not', 'allOf']);
});
