import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Price } from '@turnpike/contract';
import type { BuiltInList } from '@turnpike/contract/catalogues/built-in-models';
import { toPriceView } from './price-repository.ts';

const file = createRequire(import.meta.url).resolve('@turnpike/contract/catalogues/built-in-models.json');

/**
 * The list that comes with the product, in the order of every price list: by owner, then by model. Read each time:
 * it is needed at the first start and when somebody compares with it, and takes no memory in between.
 */
export async function readBuiltInList(): Promise<Price[]> {
  const { models } = JSON.parse(await readFile(file, 'utf8')) as BuiltInList;
  return models.map(({ model, owner, type = 'tokens', input, output, ...parts }) =>
    toPriceView({
      model,
      type,
      channel_type: owner,
      input,
      output,
      locked: 0,
      extra_ratios: JSON.stringify(parts.extra_ratios ?? {}),
      units: JSON.stringify(parts.units ?? []),
      steps: JSON.stringify(parts.steps ?? []),
      tiers: JSON.stringify(parts.tiers ?? {}),
      hours: '',
    }),
  );
}
