import { type ModelOwnerView, modelCalls, type Page } from '@turnpike/contract';
import { entityQueries } from '../../ui/list/entity-queries.ts';

export const owners = entityQueries(
  'model-owner',
  {
    list: modelCalls.owners,
    get: modelCalls.owner,
    create: modelCalls.createOwner,
    update: modelCalls.updateOwner,
    remove: modelCalls.removeOwner,
  },
  // Models are shown with their owner's name.
  { alsoChanges: [['model']] },
);

/** Every owner whose number or name fits; they are few and come all at once. */
export const ownersQuery = (keyword = '') => ({
  ...owners.pageQuery({}),
  select: (all: ModelOwnerView[]): Page<ModelOwnerView> => {
    const wanted = keyword.toLowerCase();
    const data = all.filter(({ id, name }) => String(id) === wanted || name.toLowerCase().includes(wanted));
    return { data, page: 1, size: 0, total_count: data.length };
  },
});
