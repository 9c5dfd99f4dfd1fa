import { expect, it } from 'vitest';
import { unpricedModels } from './unpriced-models.ts';

const prices = [{ model: 'priced' }, { model: 'family-*' }];

it.each([
  ['my-local-model', '', ['my-local-model']],
  ['priced,family-7', '', []],
  ['any-*,priced', '', []],
  ['alias', '{"alias":"priced"}', []],
  ['alias', '{"alias":"other"}', ['alias']],
  ['priced,alias', '{"priced":"+other","alias":"+priced"}', ['alias']],
  ['', '', []],
])('of %s with the mapping %s are %j', (models, model_mapping, expected) => {
  expect(unpricedModels({ models, model_mapping }, prices)).toEqual(expected);
});
