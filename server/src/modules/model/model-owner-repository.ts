import { type ModelOwnerView, modelOwners, type StoredOwnerView } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { lockName } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { assertKnownState, etagOf, type KnownStates } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { shownPicture } from '../picture/picture-repository.ts';

const columns = ['id', 'name', 'icon'] as const;

const builtIn: ReadonlyMap<number, ModelOwnerView> = new Map(modelOwners.map((owner) => [owner.id, owner]));

export const isBuiltIn = (id: number): boolean => builtIn.has(id);

/** Every owner by number: the built-in ones, as the site changed them, and its own. */
export async function readOwners(db: Db): Promise<ReadonlyMap<number, ModelOwnerView>> {
  const stored = await db.selectFrom('model_owners').select(columns).execute();
  const all = new Map([...builtIn, ...stored.map((owner): [number, ModelOwnerView] => [owner.id, owner])]);
  return new Map([...all].sort(([a], [b]) => a - b));
}

/** As `readOwners`, each with what is drawn for it: an icon of another host is the kept copy, or empty without one. */
export async function readShownOwners(db: Db): Promise<StoredOwnerView[]> {
  const kept = await db
    .selectFrom('pictures')
    .innerJoin('model_owners', 'model_owners.icon', 'pictures.address')
    .select(['pictures.address', 'pictures.hash'])
    .execute();
  const copies = new Map(kept.map(({ address, hash }) => [address, hash]));
  const owners = [...(await readOwners(db)).values()];
  // The state is that of what is stored: the form changes that.
  return owners.map((owner) => ({
    ...withState(owner),
    icon: shownPicture(owner.icon, copies.get(owner.icon)),
  }));
}

/** @throws model_owner.not_found */
export async function getOwner(db: Db, id: number): Promise<ModelOwnerView> {
  const stored = await db.selectFrom('model_owners').select(columns).where('id', '=', id).executeTakeFirst();
  const owner = stored ?? builtIn.get(id);
  if (owner === undefined) throw new GatewayError('model_owner.not_found');
  return owner;
}

/** An owner with the state that it is in. */
export const withState = (owner: ModelOwnerView): StoredOwnerView => ({
  ...owner,
  etag: etagOf([owner.name, owner.icon]),
});

/** @throws model_owner.id_taken */
export async function insertOwner(db: Db, owner: ModelOwnerView): Promise<void> {
  const row = isBuiltIn(owner.id)
    ? undefined
    : await db
        .insertInto('model_owners')
        .values(owner)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
  if (row !== undefined) return;
  const code = 'model_owner.id_taken';
  throw new GatewayError(code, {}, { fields: [{ field: 'id', code }] });
}

/**
 * Changes an owner; a built-in one gets a row of its own when it is changed first.
 * @throws model_owner.not_found or request.changed_meanwhile
 */
export async function changeOwner(
  trx: Transaction<Tables>,
  { id, name, icon }: ModelOwnerView,
  knownStates: KnownStates,
): Promise<void> {
  // It may have no row to lock yet.
  await lockName(trx, `model owner ${id}`);
  assertKnownState(knownStates, withState(await getOwner(trx, id)).etag);
  await trx
    .insertInto('model_owners')
    .values({ id, name, icon })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, icon }))
    .execute();
}

/** @throws model_owner.in_use while a price names it */
export async function deleteOwner(db: Db, id: number): Promise<void> {
  const price = await db
    .selectFrom('prices')
    .select('model')
    .where('channel_type', '=', id)
    .executeTakeFirst();
  if (price !== undefined) throw new GatewayError('model_owner.in_use');
  await db.deleteFrom('model_owners').where('id', '=', id).execute();
}
