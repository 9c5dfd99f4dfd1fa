import { expect, it } from 'vitest';
import { namedCalls } from './screens.mjs';

it('reads the calls of a file, and those of a list with a form', () => {
  const file = `
export const users = entityQueries('user', userCalls, {});
callApi(tokenCalls.reveal, {});`;
  expect(namedCalls(file).map(({ group, name }) => `${group}.${name}`)).toEqual([
    ...['tokenCalls.reveal', 'userCalls.list', 'userCalls.get'],
    ...['userCalls.create', 'userCalls.update', 'userCalls.remove'],
  ]);
});
