import { expect, it } from 'vitest';
import { inputAsObject } from './call-input.ts';

it.each([
  ['{"city":"Paris"}', { city: 'Paris' }],
  ['', {}],
  [' null ', {}],
  ['[1]', { input: '[1]' }],
  ['no JSON', { input: 'no JSON' }],
])('the input %j of a call is the object %j', (input, object) => {
  expect(inputAsObject(input)).toEqual(object);
});
