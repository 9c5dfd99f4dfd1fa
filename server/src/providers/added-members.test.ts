import { expect, it } from 'vitest';
import { splice } from '../platform/json/splice.ts';
import { withListed, withMember } from './added-members.ts';

const applied = async (edits: (body: Buffer) => ReturnType<ReturnType<typeof withMember>>, text: string) => {
  const body = Buffer.from(text);
  return splice(body, await edits(body)).toString();
};

it.each([
  ['{"model":"m"}', '{"model":"m","a":true}'],
  ['{"a":false}', '{"a":false}'],
  ['{"a":1,"a":2}', '{"a":1,"a":2}'],
])('a member is added to %s', async (text, expected) => {
  expect(await applied(withMember('a', true), text)).toBe(expected);
});

it.each([
  ['{"model":"m"}', '{"model":"m","l":[1]}', '{"model":"m","l":[1]}'],
  ['{"l":null}', '{"l":[1]}', '{"l":[1]}'],
  ['{"l":[ ]}', '{"l":[1]}', '{"l":[1]}'],
  ['{"l":[0] }', '{"l":[0,1] }', '{"l":[0] }'],
  ['{"l":"no list"}', '{"l":"no list"}', '{"l":"no list"}'],
  ['{"l":[],"l":[]}', '{"l":[],"l":[]}', '{"l":[],"l":[]}'],
])('a list of %s gets one more, or only where it is empty', async (text, more, alone) => {
  expect(await applied(withListed('l', 1), text)).toBe(more);
  expect(await applied(withListed('l', 1, { isAlone: true }), text)).toBe(alone);
});
