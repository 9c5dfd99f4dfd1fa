import { describe, expect, it } from 'vitest';
import { completeSchema } from './complete-schema.ts';

describe('a schema as OpenAI takes it', () => {
  it.each([
    [{ type: 'object' }, { type: 'object', properties: {} }],
    [
      { type: 'object', additionalProperties: false },
      { type: 'object', additionalProperties: false, properties: {} },
    ],
    [
      { type: ['object', 'null'], properties: null },
      { type: ['object', 'null'], properties: {} },
    ],
    [{ type: 'array' }, { type: 'array', items: {} }],
    [
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'object' } }, b: { anyOf: [{ type: 'array' }] } },
      },
      {
        type: 'object',
        properties: {
          a: { type: 'array', items: { type: 'object', properties: {} } },
          b: { anyOf: [{ type: 'array', items: {} }] },
        },
      },
    ],
    [
      { $ref: '#/$defs/a', $defs: { a: { type: 'object', additionalProperties: { type: 'array' } } } },
      {
        $ref: '#/$defs/a',
        $defs: { a: { type: 'object', additionalProperties: { type: 'array', items: {} }, properties: {} } },
      },
    ],
  ])('has properties in objects and items in arrays: %j', (schema, completed) => {
    expect(completeSchema(schema)).toEqual(completed);
  });

  it.each([
    {
      type: 'object',
      properties: { type: { type: 'string', enum: ['object'], default: { type: 'array' } } },
    },
    { type: 'array', prefixItems: [{ type: 'string' }] },
    { enum: [{ type: 'object' }], const: { type: 'array' }, examples: [{ type: 'object' }] },
    { additionalProperties: true, items: false },
  ])('is the same where it is complete: %j', (schema) => {
    expect(completeSchema(schema)).toBe(schema);
  });
});
