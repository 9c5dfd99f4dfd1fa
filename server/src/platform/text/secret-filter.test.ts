import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretFilter } from './secret-filter.ts';

const clean = (text: string, ...secrets: string[]): string =>
  String(new SecretFilter(secrets).clean(Buffer.from(text)));

describe('secrets in bytes', () => {
  it('are removed as they are and as JSON spells them', () => {
    const secret = 'ab/cd"12345678';
    const written = [secret, JSON.stringify(secret), 'ab\\/cd\\"12345678'].join(' und ');
    expect(clean(written, secret)).toBe('[removed] und "[removed]" und [removed]');
  });

  it('that may be honest words stay', () => {
    const honest = 'temperature max_tokens sk-1 EMPTY 123456789012345';
    expect(clean(honest, 'temperature', 'max_tokens', 'sk-1', 'EMPTY', '', '123456789012345')).toBe(honest);
  });

  it('that are not there cost no copy', () => {
    const bytes = Buffer.from('nothing');
    expect(new SecretFilter(['vendor-key-1234567890']).clean(bytes)).toBe(bytes);
  });
});

describe('secrets in bytes that come in pieces', () => {
  const secret = 'aab/aab1234567';
  const hidden = '[removed]-----';

  /** @param cuts places where a piece ends */
  function passed(text: string, cuts: readonly number[] = []): string {
    const filter = new SecretFilter([secret]).forPieces();
    const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
    const pieces = places.slice(1).map((end, place) => Buffer.from(text.slice(places[place], end)));
    const last = pieces.pop() as Buffer;
    return Buffer.concat([...pieces.map((piece) => filter.next(piece)), filter.last(last)]).toString();
  }

  it('are overwritten wherever a piece ends, and nothing else is', () => {
    const part = fc.constantFrom(secret, secret.slice(0, 5), secret.slice(3), 'a', 'aab', '{"x":1}');
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat()), (parts, cuts) => {
        const text = parts.join('');
        expect(passed(text, cuts)).toBe(text.replaceAll(secret, hidden));
      }),
    );
  });

  it('that are not there cost no copy', () => {
    const piece = Buffer.from('nothing of it');
    expect(new SecretFilter([secret]).forPieces().next(piece)).toBe(piece);
  });

  it('that may begin wait for the next piece, and no more than that', () => {
    const filter = new SecretFilter([secret]).forPieces();
    expect(String(filter.next(Buffer.from(`text ${secret.slice(0, 9)}`)))).toBe('text ');
    expect(String(filter.next(Buffer.from('x')))).toBe(`${secret.slice(0, 9)}x`);
  });
});
