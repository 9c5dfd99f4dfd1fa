import { expect, it } from 'vitest';
import { unpricedModels } from './unpriced-models.ts';

it('names offered models without a price; a price may be for the beginning of names', () => {
  const offered = ['a', 'gpt-9', 'gpt-9-mini', 'other', 'other-*'];
  expect(unpricedModels(offered, ['a', 'gpt-9*'])).toEqual(['other']);
});
