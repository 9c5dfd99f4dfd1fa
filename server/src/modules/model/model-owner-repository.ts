import { isForeignPicture, type ModelOwnerView, modelOwners } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { pictureUrl } from '../picture/picture-repository.ts';

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
export async function readShownOwners(db: Db): Promise<ReadonlyMap<number, ModelOwnerView>> {
  const kept = await db
    .selectFrom('pictures')
    .innerJoin('model_owners', 'model_owners.icon', 'pictures.address')
    .select(['pictures.address', 'pictures.hash'])
    .execute();
  const copies = new Map(kept.map(({ address, hash }) => [address, pictureUrl(hash)]));
  const shown = (icon: string) => (isForeignPicture(icon) ? (copies.get(icon) ?? '') : icon);
  const owners = [...(await readOwners(db)).values()];
  return new Map(owners.map((owner) => [owner.id, { ...owner, icon: shown(owner.icon) }]));
}

/** @throws model_owner.not_found */
export async function getOwner(db: Db, id: number): Promise<ModelOwnerView> {
  const stored = await db.selectFrom('model_owners').select(columns).where('id', '=', id).executeTakeFirst();
  const owner = stored ?? builtIn.get(id);
  if (owner === undefined) throw new GatewayError('model_owner.not_found');
  return owner;
}

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

/** A built-in owner gets a row of its own when it is changed first. */
export async function saveOwner(db: Db, { id, name, icon }: ModelOwnerView): Promise<void> {
  await db
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
