import { paymentGatewayKinds } from '@turnpike/contract';
import { expect, it } from 'vitest';
import texts from '../locales/en_US.ts';

/** Keys of the texts that a field of a kind may have; hints are optional. */
const keysOf = ({ type, fields }: (typeof paymentGatewayKinds)['epay']) =>
  fields.flatMap(({ name, choices = [], initial }) => [
    `field.${type}.${name}`,
    ...[...choices, ...(initial === '' ? [''] : [])].map((value) => `choice.${type}.${name}.${value}`),
  ]);

// Other languages have the same keys, by their type.
it.each(Object.values(paymentGatewayKinds))('$type has a text for each field and choice', (kind) => {
  expect(keysOf(kind).filter((key) => !Object.hasOwn(texts, key))).toEqual([]);
});

it('has no text of a field or choice that no kind has', () => {
  const known = Object.values(paymentGatewayKinds).flatMap(keysOf);
  const hints = known.map((key) => key.replace(/^field/, 'hint'));
  const ofFields = Object.keys(texts).filter((key) => /^(field|hint|choice)\./.test(key));
  expect(ofFields.filter((key) => !known.includes(key) && !hints.includes(key))).toEqual([]);
});
