import { modelCalls } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { fetchPictures } from '../picture/fetch-picture.ts';
import { keepPictures } from '../picture/picture-repository.ts';
import { listAvailableModels } from './available-models.ts';
import {
  changeOwner,
  deleteOwner,
  getOwner,
  insertOwner,
  isBuiltIn,
  readShownOwners,
  withState,
} from './model-owner-repository.ts';

export const modelRoutes = routesFor(modelCalls, (deps: ModuleDeps) => {
  const { db, changes } = deps;

  /** Changes owners in a transaction, together with the pictures that they name. */
  async function change(
    { icon, signal }: { icon: string; signal: AbortSignal },
    write: (trx: Transaction<Tables>) => Promise<void>,
  ): Promise<void> {
    const pictures = await fetchPictures(deps, [{ address: icon, field: 'icon', signal }]);
    await db.transaction().execute(async (trx) => {
      await write(trx);
      await keepPictures(trx, pictures);
    });
    await changes.routingChanged();
  }

  return {
    owners: () => readShownOwners(db),
    ownersById: async () => {
      const owners = await readShownOwners(db);
      return Object.fromEntries(owners.map(({ etag: _state, ...owner }) => [owner.id, owner]));
    },
    owner: async ({ params }) => withState(await getOwner(db, params.id)),
    createOwner: async ({ input, signal }) => {
      await change({ icon: input.icon, signal }, (trx) => insertOwner(trx, input));
      return input;
    },
    updateOwner: async ({ input, signal, knownStates }) => {
      await getOwner(db, input.id);
      await change({ icon: input.icon, signal }, (trx) => changeOwner(trx, input, knownStates));
      return withState(input);
    },
    removeOwner: async ({ params, signal }) => {
      await getOwner(db, params.id);
      if (isBuiltIn(params.id)) throw new GatewayError('model_owner.built_in');
      await change({ icon: '', signal }, (trx) => deleteOwner(trx, params.id));
    },
    available: ({ user }) => listAvailableModels(db, user?.group),
  };
});
