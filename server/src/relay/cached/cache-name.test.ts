import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import type { ReadCall } from '../call/call-context.ts';
import { cacheNameOf } from './cache-name.ts';

interface Asked {
  userId: number;
  tokenId: number;
  group: string;
  model: string;
  strict: string;
  body: unknown;
}

const callOf = ({ userId, tokenId, group, model, strict, body }: Asked) =>
  ({
    identity: { userId, tokenId },
    payingGroup: { symbol: group },
    facts: { model, framing: 'sse' },
    ...{ dialect: openAiChat, address: { model: null, verb: null, query: '' } },
    caller: { request: { headers: { 'x-turnpike-strict': strict, 'user-agent': `${userId}` } } },
    ...{ upload: null, pin: null, namedItems: [], tellsCharge: false },
    body: Buffer.from(JSON.stringify(body)),
  }) as unknown as ReadCall;

const unchecked = { checksAnswers: false, unsafeWords: null };
const nameOf = (asked: Asked) => cacheNameOf(callOf(asked), unchecked);

/** Few values, so that pairs often agree in some of their parts. */
const asked: fc.Arbitrary<Asked> = fc.record({
  userId: fc.integer({ min: 1, max: 3 }),
  tokenId: fc.integer({ min: 1, max: 3 }),
  group: fc.constantFrom('a', 'b'),
  model: fc.constantFrom('m', 'n'),
  strict: fc.constantFrom('true', 'false'),
  body: fc.record({
    temperature: fc.constantFrom(0, 1),
    stop: fc.constantFrom(['a'], ['a', 'b'], [['a']], { 0: 'a' }, [[['0', 'a']]], null),
  }),
});

it('is the same for 1 000 pairs of calls only where all of their parts are', () => {
  fc.assert(
    fc.property(asked, asked, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(nameOf(one) === nameOf(other)).toBe(isSame);
    }),
    { numRuns: 1000 },
  );
});

it('does not depend on the order of members', () => {
  const object = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
  const base = { userId: 1, tokenId: 1, group: 'a', model: 'm', strict: 'true' };
  fc.assert(
    fc.property(object, (body) => {
      const turned = Object.fromEntries(Object.entries(body).reverse());
      expect(nameOf({ ...base, body: turned })).toBe(nameOf({ ...base, body }));
    }),
  );
});

it('changes with the words that answers are checked for', () => {
  const call = callOf({ userId: 1, tokenId: 1, group: 'a', model: 'm', strict: 'true', body: {} });
  const names = [
    cacheNameOf(call, unchecked),
    cacheNameOf(call, { checksAnswers: true, unsafeWords: 'a' }),
    cacheNameOf(call, { checksAnswers: true, unsafeWords: 'a\nb' }),
  ];
  expect(new Set(names).size).toBe(3);
});
