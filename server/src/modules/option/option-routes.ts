import { optionCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { toOptionKey } from './option-rules.ts';

export const optionRoutes = routesFor(optionCalls, ({ options, changes }: ModuleNeeds) => ({
  list: () => options.listOpen(),
  update: async ({ input }) => {
    await options.set(toOptionKey(input.key), input.value);
    changes.optionsChanged();
  },
}));
