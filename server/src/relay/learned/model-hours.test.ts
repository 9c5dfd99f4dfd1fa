import { expect, it } from 'vitest';
import { ModelHours } from './model-hours.ts';

it('keeps no more models of an hour than there is room for, and gets back what could not be stored', () => {
  let nowSeconds = 7200;
  const hours = new ModelHours({ nowSeconds: () => nowSeconds });
  for (let number = 0; number < 3000; number += 1) hours.note(`m${number}`, 5);
  expect(hours.unstored()).toHaveLength(2000);
  const taken = hours.takeHours();
  expect(hours.unstored()).toEqual([]);
  hours.note('m0', null);
  hours.returnHours(taken);
  nowSeconds += 3600;
  hours.note('m0', 7);
  const ofModel = hours.unstored().filter(({ model }) => model === 'm0');
  expect(ofModel).toEqual([
    { model: 'm0', hour: 7200, sums: { calls: 2, failures: 1, firstByteMs: 5 } },
    { model: 'm0', hour: 10_800, sums: { calls: 1, failures: 0, firstByteMs: 7 } },
  ]);
});
