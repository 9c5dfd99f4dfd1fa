import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScanError, JsonScanner } from './json-scanner.ts';

function scan(text: string, members: string[] = [], pieceBytes = 1 << 20) {
  const bytes = Buffer.from(text);
  const scanner = new JsonScanner({ members: new Set(members), keepBytes: 1000 });
  for (let i = 0; i < bytes.length; i += pieceBytes) scanner.feed(bytes.subarray(i, i + pieceBytes));
  scanner.end();
  return scanner;
}

const isValid = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const isAccepted = (text: string, pieceBytes?: number): boolean => {
  try {
    scan(text, [], pieceBytes);
    return true;
  } catch (error) {
    if (error instanceof JsonScanError) return false;
    throw error;
  }
};

describe('JSON scanner', () => {
  it('accepts every JSON text, in pieces of any size', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), (text, pieceBytes) =>
        isAccepted(text, pieceBytes),
      ),
    );
  });

  it('agrees with the built-in parser on damaged texts', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom(...'{}[]",:\\x0-1e. \n'), (text, at, letter) => {
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + letter + text.slice(place + 1);
        return isAccepted(damaged) === isValid(damaged);
      }),
      { numRuns: 3000 },
    );
  });

  it('finds members of the outermost object only, wherever pieces end', () => {
    const text = '{ "a": {"model":"inner"}, "model" : "gpt-4o" , "n":12,"list":[1,{"n":3}]}';
    for (const pieceBytes of [1, 2, 3, 7, 100]) {
      const { found } = scan(text, ['model', 'n', 'list'], pieceBytes);
      const values = Object.fromEntries([...found].map(([name, { bytes }]) => [name, String(bytes)]));
      expect(values).toEqual({ model: '"gpt-4o"', n: '12', list: '[1,{"n":3}]' });
      for (const { start, end, bytes } of found.values()) expect(text.slice(start, end)).toBe(String(bytes));
    }
  });

  it('knows a name by its escaped spelling and refuses it twice', () => {
    expect([...scan('{"mod\\u0065l":"x"}', ['model']).found.keys()]).toEqual(['model']);
    expect(() => scan('{"model":"cheap","mod\\u0065l":"dear"}', ['model'])).toThrow('duplicate_member');
  });

  it('refuses a name that comes again in another case, as some upstreams would take the second', () => {
    for (const twice of ['{"model":1,"Model":2}', '{"MODEL":1,"model":2}', '{"model_s":1,"model_\u017f":2}'])
      expect(() => scan(twice, ['model', 'model_s'])).toThrow('duplicate_member');
    expect([...scan('{"Model":1}', ['model']).found.keys()]).toEqual([]);
  });

  it('refuses what is nested too deeply', () => {
    expect(() => scan('['.repeat(201) + ']'.repeat(201))).toThrow('too_deep');
    expect(isAccepted('['.repeat(200) + ']'.repeat(200))).toBe(true);
  });

  it('measures text without names and inlined files', () => {
    const scanner = scan(
      '{"messages":[{"role":"user","content":"12345"},{"url":"data:image/png;base64,AAAA"}]}',
    );
    expect(scanner).toMatchObject({ textBytes: 9, inlinedFiles: 1, listedObjects: 2 });
  });
});
