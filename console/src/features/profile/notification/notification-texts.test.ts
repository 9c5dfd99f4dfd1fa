import { notificationKind, notificationServices } from '@turnpike/contract';
import { expect, it } from 'vitest';
import texts from '../locales/en_US.ts';

// Other languages have the same keys, by their type.
it('has a text for each service, field and event of the catalogues', () => {
  const services = Object.values(notificationServices);
  const keys = [
    ...services.flatMap(({ type }) => [`service_${type}`, `serviceHint_${type}`]),
    ...services.flatMap(({ fields }) => fields.map(({ name }) => `field_${name}`)),
    ...notificationKind.map((kind) => `event_${kind}`),
  ];
  expect(keys.filter((key) => !Object.hasOwn(texts, key))).toEqual([]);
  const ofCatalogues = Object.keys(texts).filter((key) => /^(service|serviceHint|field|event)_/.test(key));
  expect(ofCatalogues.filter((key) => !keys.includes(key))).toEqual([]);
});
