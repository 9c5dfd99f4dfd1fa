import { expect, it } from 'vitest';
import { MalformedCallError } from '../neutral/broken-answer.ts';
import { PartialArgs } from './gemini-partial-args.ts';

it('arguments come in pieces, each in its place', () => {
  const args = new PartialArgs();
  args.add([
    { jsonPath: '$.city', stringValue: 'Ber' },
    { jsonPath: '$.city', stringValue: 'gen' },
    { jsonPath: '$.days[0].name', stringValue: 'Monday' },
    { jsonPath: '$.days[1].name', nullValue: 'NULL_VALUE' },
    { jsonPath: 'no path', stringValue: 'x' },
  ]);
  expect(JSON.parse(args.toJson())).toEqual({ city: 'Bergen', days: [{ name: 'Monday' }, { name: null }] });
});

it('lists that would be mostly empty are no arguments', () => {
  const args = new PartialArgs();
  const pieces = Array.from({ length: 6_000 }, (_, at) => ({
    jsonPath: `$.a[${at}][10000]`,
    numberValue: 1,
  }));
  expect(() => args.add(pieces)).toThrow(MalformedCallError);
});
