import { describe, expect, it } from 'vitest';
import type { Tool } from './conversation.ts';
import { ConversionReport } from './conversion-report.ts';
import { withObjectInputs } from './object-root.ts';

const text = { type: 'string' };
const number = { type: 'number' };

function written(schema: object | null, isFlat = true) {
  const report = new ConversionReport();
  const tool: Tool = { kind: 'function', name: 'f', description: '', schema, strict: null, mark: null };
  const [found] = withObjectInputs([tool], { isFlat, report });
  return { schema: found?.kind === 'function' ? found.schema : null, report: report.header() };
}

describe('the root of a tool’s schema', () => {
  it.each([
    { type: 'object' },
    { type: 'object', properties: { a: text } },
    { type: 'array', items: text },
    { enum: [1] },
    { $ref: '#' },
  ])('stays as it is: %j', (schema) => {
    expect(written(schema)).toEqual({ schema, report: '' });
  });

  const $defs = { A: { $ref: '#/$defs/B' }, B: { type: 'object', properties: { a: { $ref: '#/$defs/B' } } } };
  it.each([
    [{}, { type: 'object', properties: {} }],
    [{ title: 'T' }, { type: 'object', properties: {}, title: 'T' }],
    [{ properties: { a: text } }, { type: 'object', properties: { a: text } }],
    [{ type: ['object', 'null'] }, { type: 'object' }],
    [
      { $ref: '#/$defs/A', $defs },
      { ...$defs.B, $defs },
    ],
    [
      { allOf: [{ $ref: '#/$defs/B' }], title: 'T', $defs },
      { ...$defs.B, title: 'T', $defs },
    ],
    [
      { allOf: [{ properties: { a: text }, required: ['a'] }], properties: { b: text }, required: ['b'] },
      { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
    ],
  ])('is an object: %j', (schema, object) => {
    for (const isFlat of [true, false])
      expect(written(schema, isFlat)).toEqual({ schema: object, report: '' });
  });

  const a = { type: 'object', properties: { kind: { const: 'a' }, x: text }, required: ['kind', 'x'] };
  const b = { type: 'object', properties: { kind: { const: 'b' }, x: text, y: number }, required: ['kind'] };
  const either = {
    ...{ type: 'object', required: ['kind'] },
    properties: { kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, x: text, y: number },
  };
  const c = { properties: { kind: { const: 'c' }, z: text }, required: ['kind', 'z'] };
  const kinds = ['a', 'b', 'c'].map((kind) => ({ const: kind }));
  const eitherOfThree = { ...either, properties: { ...either.properties, kind: { anyOf: kinds }, z: text } };
  const d = { allOf: [b, { oneOf: [{ $ref: '#/$defs/d' }, { $ref: '#' }, {}] }] };
  it.each([
    [{ anyOf: [a, b] }, either],
    [
      { oneOf: [{ $ref: '#/$defs/a' }, b, { type: 'null' }], $defs: { a } },
      { ...either, $defs: { a } },
    ],
    [
      { type: 'object', properties: { x: text, y: text }, anyOf: [{ required: ['x'] }, { required: ['y'] }] },
      { type: 'object', properties: { x: text, y: text } },
    ],
    [
      { allOf: [a, { properties: { y: text }, required: ['y'] }] },
      expect.objectContaining({ required: ['kind', 'x', 'y'] }),
    ],
    [
      { anyOf: [{ oneOf: [a, b] }, { $ref: '#/$defs/c' }], $defs: { c: { anyOf: [c] } } },
      { ...eitherOfThree, $defs: { c: { anyOf: [c] } } },
    ],
    [
      { allOf: [{ properties: { y: text }, required: ['y'] }, { oneOf: [a, b] }] },
      { ...either, properties: { ...either.properties, y: number }, required: ['y', 'kind'] },
    ],
    [{ anyOf: [{ ...a, type: ['object', 'null'] }, b] }, either],
    [
      { anyOf: [a, { $ref: '#' }, { $ref: '#/$defs/d' }], $defs: { d } },
      { ...either, $defs: { d } },
    ],
  ])('is one object for a target that takes no choice: %j', (schema, object) => {
    expect(written(schema)).toEqual({ schema: object, report: 'approximated=tools.f' });
    expect(written(schema, false)).toEqual({ schema, report: '' });
  });

  it('is made of many parts in a short time', () => {
    const allOf = Array.from({ length: 10_000 }, (_, at) => ({ properties: { [`p${at}`]: text } }));
    const started = performance.now();
    expect(Object.keys(Object(written({ allOf }).schema).properties)).toHaveLength(10_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('is refused where the roots of all tools together are too large', () => {
    const to = (at: number) => ({ $ref: `#/$defs/N${at}` });
    const names = Array.from({ length: 9 }, (_, at) => [`N${at}`, { anyOf: [to(at + 1), to(at + 1)] }]);
    const schema = { anyOf: [to(0)], $defs: { ...Object.fromEntries(names), N9: a } };
    expect(() => written(schema)).not.toThrow();
    const tools = Array.from({ length: 20 }, (_, at): Tool => {
      return { kind: 'function', name: `f${at}`, description: '', schema, strict: null, mark: null };
    });
    expect(() => withObjectInputs(tools, { isFlat: true, report: new ConversionReport() })).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ code: 'schema_too_large' })] }),
    );
  });

  it('is refused where it leads nowhere, or is too large', () => {
    expect(() => written({ $ref: '#/$defs/A' })).toThrow(
      expect.objectContaining({ fields: [{ field: 'tools.f', code: 'schema_reference' }] }),
    );
    const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, text]));
    const anyOf = Array.from({ length: 100 }, () => ({ $ref: '#/$defs/A' }));
    expect(() => written({ anyOf, $defs: { A: { properties } } })).toThrow(
      expect.objectContaining({ fields: [{ field: 'tools.f', code: 'schema_too_large' }] }),
    );
    const to = (at: number) => ({ $ref: `#/$defs/N${at}` });
    for (const partsOf of [(at: number) => [to(at + 1), to(at + 1)], (at: number) => [to(at + 1), a]]) {
      const names = Array.from({ length: 1_000 }, (_, at) => [`N${at}`, { anyOf: partsOf(at) }]);
      const $defs = { ...Object.fromEntries(names), N1000: a };
      expect(() => written({ anyOf: [to(0)], $defs })).toThrow(
        expect.objectContaining({ fields: [{ field: 'tools.f', code: 'schema_too_large' }] }),
      );
    }
  });
});
