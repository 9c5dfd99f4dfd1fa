import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScanError } from './json-scan-error.ts';
import { JsonScanner } from './json-scanner.ts';

function scan(text: string, members: string[] = [], pieceBytes = 1 << 20, notices: string[] = []) {
  const bytes = Buffer.from(text);
  const scanner = new JsonScanner({
    ...{ members: new Set(members), keepBytes: 1000, notices: new Set(notices) },
  });
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

  it('finds members of an object within, by the names that lead to it alone', () => {
    const text =
      '{"body":{"n":0},"response":{"n":1,"other":{"n":2},"list":[{"body":{"n":3}}],"b\\u006fdy":{"in":{"n":4},"n":[5]}},"n":6,"later":{"body":{"n":7}}}';
    for (const pieceBytes of [1, 2, 3, 7, 200]) {
      const bytes = Buffer.from(text);
      const scanner = new JsonScanner({
        ...{ members: new Set(['n']), within: ['response', 'body'], keepBytes: 100 },
      });
      for (let i = 0; i < bytes.length; i += pieceBytes) scanner.feed(bytes.subarray(i, i + pieceBytes));
      scanner.end();
      expect([...scanner.found].map(([name, { bytes: value }]) => [name, String(value)])).toEqual([
        ['n', '[5]'],
      ]);
    }
  });

  it('finds a member in the objects of a list, wherever pieces end', () => {
    const text =
      '{"model":"a","all":[{"x":{"model":1},"text":"\\"model\\":","model" : "b" },{"mod\\u0065l":{"c":[1]}},[{"model":2}],{"Model":3},{}]}';
    for (const pieceBytes of [1, 2, 3, 7, 200]) {
      const bytes = Buffer.from(text);
      const scanner = new JsonScanner({ members: new Set(['all']), listedMember: 'model' });
      for (let i = 0; i < bytes.length; i += pieceBytes) scanner.feed(bytes.subarray(i, i + pieceBytes));
      scanner.end();
      expect(scanner.listedMembers.map(({ start, end }) => text.slice(start, end))).toEqual([
        '"b"',
        '{"c":[1]}',
      ]);
    }
    const twice = new JsonScanner({ members: new Set(), listedMember: 'model' });
    expect(() => twice.feed(Buffer.from('{"all":[{"model":1},{"model":1,"MODEL":2}]}'))).toThrow(
      'duplicate_member',
    );
  });

  it('finds no more of them than is asked for, and those of one list alone', () => {
    const list = (name: string, count: number) =>
      `"${name}":[${Array.from({ length: count }, (_, place) => `{"id":"${name}${place}"}`).join()}]`;
    const options = { listedMember: 'id', listedOf: { list: 'output', max: 3 } };
    const scanner = new JsonScanner({ members: new Set(['output', 'tools']), keepBytes: 64, ...options });
    scanner.feed(Buffer.from(`{${list('tools', 9)},${list('output', 9)},${list('input', 9)}}`));
    scanner.end();
    expect(scanner.listedMembers.map(({ bytes }) => String(bytes))).toEqual([
      '"output0"',
      '"output1"',
      '"output2"',
    ]);
  });

  it('counts what a list holds, in pieces of any length, and nothing beside it', () => {
    const text = '{"n":5,"a":["x","y"],"list":["a,[1]",[1,2.5],[3],[[4]],{"b":["c"]},-6],"z":[7]}';
    for (const pieceBytes of [1, 2, 3, 7, 200]) {
      const bytes = Buffer.from(text);
      const scanner = new JsonScanner({ members: new Set(['n', 'list', 'z']), countedMember: 'list' });
      for (let i = 0; i < bytes.length; i += pieceBytes) scanner.feed(bytes.subarray(i, i + pieceBytes));
      scanner.end();
      expect(scanner.counted).toEqual({ texts: 1, lists: 3, numbers: 5 });
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

  it('agrees with the built-in parser on long strings that are damaged anywhere', () => {
    fc.assert(
      fc.property(
        fc.nat(2000),
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom('"', '\\', '\n', '\x1f', '\x00', ' ', 'é', '!', ']'),
        fc.integer({ min: 1, max: 3000 }),
        (place, code, letter, pieceBytes) => {
          const text = (
            code < 0x20 || code === 0x22 || code === 0x5c ? 'a' : String.fromCodePoint(code)
          ).repeat(2000);
          const damaged = `["${text.slice(0, place)}${letter}${text.slice(place)}"]`;
          return isAccepted(damaged, pieceBytes) === isValid(damaged);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('counts the names that are asked for at any depth, wherever pieces end and however they are spelt', () => {
    const text =
      '{"file":1,"list":[{"image_url":{"url":"image_url"}},{"image_url":"x","fil\\u0065":2,"file2":3}],"other":{"a":{"file":{"file":0}}}}';
    for (const pieceBytes of [1, 2, 5, 1000]) {
      const { noticed } = scan(text, ['list'], pieceBytes, ['image_url', 'file', 'input_audio']);
      expect(Object.fromEntries(noticed)).toEqual({ image_url: 2, file: 4 });
    }
  });

  it('counts members with a value that is asked for, wherever pieces end and however it is spelt', () => {
    const long = 'x'.repeat(700);
    const text = `{"list":[{"type":"document"},{"type":"text"},{"ty\\u0070e" : "d\\u006fcument","a":"document"},{"type":{"type":"document"}},{"type":["document"]},{"type":"${long}"},{"type":"document${long}"}],"type":"document"}`;
    for (const pieceBytes of [1, 2, 5, 10_000]) {
      const { noticed } = scan(text, ['list'], pieceBytes, ['type=document', 'type=image']);
      expect(Object.fromEntries(noticed)).toEqual({ 'type=document': 4 });
    }
  });

  const picture = Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 31) % 251)).toString('base64');
  const words = 'Words without Any 7 meaning. '.repeat(300);

  it('measures files, and texts that are named as opaque, apart from texts, wherever pieces end', () => {
    const values = {
      seal: 'short',
      list: [{ seal: picture, text: 'abc' }, { seal: ['word'] }, { seal: 5, file: picture }],
    };
    const text = JSON.stringify({ ...values, last: { seal: 'x\u0000y', text: 'de' } });
    for (const pieceBytes of [1, 7, 100_000]) {
      const { opaqueBytes, textBytes, inlinedFiles, fileBytes } = scan(text, ['list'], pieceBytes, [
        'seal=*',
        'text',
      ]);
      expect({ opaqueBytes, textBytes, inlinedFiles, fileBytes }).toEqual({
        ...{ opaqueBytes: 5 + picture.length + 'x\\u0000y'.length, textBytes: 3 + 4 + 2 },
        ...{ inlinedFiles: 1, fileBytes: picture.length },
      });
    }
  });

  it.each([
    { what: 'base64', value: picture, isFile: true },
    { what: 'base64 with escaped slashes', value: picture.replaceAll('/', '\\/'), isFile: true },
    { what: 'base64 for addresses', value: picture.replaceAll('/', '_').replaceAll('+', '-'), isFile: true },
    { what: 'short base64', value: picture.slice(0, 4000), isFile: false },
    { what: 'base64 with line ends', value: picture.replace(/.{76}/g, '$&\\n'), isFile: false },
    { what: 'words', value: words, isFile: false },
    { what: 'words after base64', value: picture + words, isFile: false },
    { what: 'one letter', value: 'a'.repeat(9000), isFile: false },
    { what: 'small letters', value: picture.toLowerCase(), isFile: false },
  ])('takes $what for a file: $isFile', ({ value, isFile }) => {
    for (const pieceBytes of [1, 100, 4096, 1 << 20]) {
      const scanner = scan(`{"a":"${value}","b":"text"}`, [], pieceBytes);
      expect(scanner.inlinedFiles).toBe(isFile ? 1 : 0);
      expect(scanner.textBytes).toBe(isFile ? 4 : value.length + 4);
    }
  });

  it('measures the part of a text that has come', () => {
    const scanner = new JsonScanner({ members: new Set() });

    scanner.feed(Buffer.from('{"name":"12345","content":"1234567'));

    expect(scanner).toMatchObject({ textBytes: 5, textBytesSoFar: 12 });
  });
});
