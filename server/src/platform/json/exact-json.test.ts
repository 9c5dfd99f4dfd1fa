import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberOf, parseExact } from './exact-json.ts';

const again = (text: string): string => JSON.stringify(parseExact(text));

describe('JSON parsed with every digit', () => {
  it.each([
    ['an integer beyond 2^53', '{"id":1234567890123456789}'],
    ['a negative one', '[-98765432109876543210]'],
    ['one of a hundred digits', `{"a":[{"b":${'9'.repeat(100)}}]}`],
    ['one with an exponent', '{"a":1.2345678901234567891e19}'],
    ['more than any number', '{"maximum":1e400,"minimum":-1E+400}'],
    ['several, the same one twice', '[9007199254740993,[9007199254740993],{"x":9007199254740995}]'],
    ['a member named __proto__', '{"__proto__":{"__proto__":1234567890123456789}}'],
    ['a text that ends with backslashes before it', '{"a":"\\\\\\\\","b":1234567890123456789}'],
    ['a text with a quote before it', '{"a":"\\",","b":1234567890123456789}'],
  ])('keeps %s', (_name, text) => {
    expect(again(text)).toBe(text);
  });

  it('leaves numbers that are held, and texts, as they are', () => {
    const value = { a: 9007199254740991, b: 1234567890123456.5, c: ', 1234567890123456789, ', d: '[1e400]' };
    expect(parseExact(JSON.stringify({ ...value, e: 'x' }))).toEqual({ ...value, e: 'x' });
    const mixed = parseExact(`{"n":1234567890123456789,${JSON.stringify(value).slice(1)}`) as object;
    expect({ ...mixed, n: 0 }).toEqual({ ...value, n: 0 });
  });

  it('is written as it was read', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt(), (value, integer) => {
        const text = JSON.stringify(value);
        expect(again(text)).toBe(text);
        const beside = `{"value": ${text}, "integer": ${integer} }`;
        expect(again(beside)).toBe(`{"value":${JSON.stringify(value)},"integer":${integer}}`);
      }),
    );
  });

  it.each([
    '{1234567890123456789:1}',
    '{1234567890123456789}',
    '[01234567890123456789]',
    '["a" 1234567890123456789]',
    '[+1234567890123456789]',
    '[1234567890123456789',
    '[1234567890123456789.]',
    '["open, 1234567890123456789]',
  ])('refuses %s', (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError);
  });

  it('takes any depth', () => {
    const depth = 20_000;
    expect(() => parseExact(`${'['.repeat(depth)}1234567890123456789${']'.repeat(depth)}`)).not.toThrow();
  });

  it('tells the number for readers that count with it', () => {
    const { a, b, c } = parseExact('{"a":1234567890123456789,"b":5,"c":"5"}') as Record<string, unknown>;
    expect([numberOf(a), numberOf(b), numberOf(c), numberOf(null)]).toEqual([
      1234567890123456800,
      5,
      null,
      null,
    ]);
  });
});
