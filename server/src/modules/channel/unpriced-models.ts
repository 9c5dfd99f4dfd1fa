import type { ChannelView } from '@turnpike/contract';
import { mapModel } from '../routing/routing-snapshot.ts';
import { splitNames } from './channel-rules.ts';

/** Models of a channel whose calls are refused because what they are billed as has no price. */
export function unpricedModels(
  { models, model_mapping }: Pick<ChannelView, 'models' | 'model_mapping'>,
  prices: readonly { model: string }[],
): string[] {
  const mapping = new Map(Object.entries(JSON.parse(model_mapping || '{}') as Record<string, string>));
  const names = new Set(prices.map(({ model }) => model));
  const stems = [...names].filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return splitNames(models).filter((model) => {
    if (model.endsWith('*')) return false;
    const { billedModel } = mapModel({ mapping }, model);
    return !names.has(billedModel) && !stems.some((stem) => billedModel.startsWith(stem));
  });
}
