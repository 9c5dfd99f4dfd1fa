import { type OptionKey, optionCatalogue } from '@turnpike/contract';
import type { Db } from '../db/store.ts';
import { ruleOf } from '../modules/option/option-rules.ts';
import { optionPurpose } from '../modules/option/options.ts';
import { CHANNEL_KEY_PURPOSE } from '../modules/routing/routing-table.ts';
import { tokenKeyPurpose } from '../modules/token/token-rules.ts';
import {
  createSecretBox,
  findMasterKey,
  makeMasterKey,
  type SecretBox,
} from '../platform/secrets/secret-box.ts';
import { StartError } from '../platform/start-error.ts';
import type { Settings } from '../settings/settings.ts';

/** Row of the options that holds nothing but a text sealed with the key of this database. */
const CHECK_ROW = 'SecretKeyCheck';
const CHECK_PURPOSE = 'secret key check';
const SAMPLES = 5;
const advice =
  'put the right one back, or set TURNPIKE_NEW_SECRET_KEY=yes to start without it and type every channel key in again.';

/**
 * The box that opens this database's secrets. A key is made only where nothing is sealed yet: next to sealed rows a
 * new one would quietly make all of them useless.
 * @throws StartError when the key is missing or is not the one that the rows were sealed with
 */
export async function openSecretBox(
  db: Db,
  settings: Pick<Settings, 'secretKey' | 'dataDir' | 'newSecretKey'>,
): Promise<SecretBox> {
  const found = findMasterKey(settings);
  const check = await findCheckText(db);
  const sealed = await listSealedTexts(db);
  if (sealed.length > 0 && !settings.newSecretKey) {
    if (found === null)
      throw new StartError(
        `The file secret.key is missing, but the database holds secrets that it opens: ${advice}`,
      );
    const box = createSecretBox(found);
    if (!(check === undefined ? sealed : [check]).some((one) => canOpen(box, one)))
      throw new StartError(`The secret key does not open the secrets that the database holds: ${advice}`);
  }
  const box = createSecretBox(found ?? makeMasterKey(settings));
  if (check === undefined || !canOpen(box, check)) await writeCheckRow(db, box);
  return box;
}

interface SealedText {
  stored: string;
  purpose: string;
}

async function findCheckText(db: Db): Promise<SealedText | undefined> {
  const row = await db.selectFrom('options').select('value').where('key', '=', CHECK_ROW).executeTakeFirst();
  return row && { stored: row.value, purpose: CHECK_PURPOSE };
}

/** The newest sealed rows of each kind. */
async function listSealedTexts(db: Db): Promise<SealedText[]> {
  const channelKeys = await db
    .selectFrom('channel_keys')
    .select('key_sealed')
    .orderBy('id', 'desc')
    .limit(SAMPLES)
    .execute();
  const tokens = await db
    .selectFrom('tokens')
    .select(['key_hash', 'key_sealed'])
    .orderBy('id', 'desc')
    .limit(SAMPLES)
    .execute();
  const secretKeys = (Object.keys(optionCatalogue) as OptionKey[]).filter((key) => ruleOf(key).isSecret);
  const options = await db
    .selectFrom('options')
    .select(['key', 'value'])
    .where('key', 'in', secretKeys)
    .where('value', '!=', '')
    .execute();
  return [
    ...channelKeys.map(({ key_sealed }) => ({ stored: key_sealed, purpose: CHANNEL_KEY_PURPOSE })),
    ...tokens.map(({ key_hash, key_sealed }) => ({ stored: key_sealed, purpose: tokenKeyPurpose(key_hash) })),
    ...options.map(({ key, value }) => ({ stored: value, purpose: optionPurpose(key as OptionKey) })),
  ];
}

function canOpen(box: SecretBox, { stored, purpose }: SealedText): boolean {
  try {
    box.open(stored, purpose);
    return true;
  } catch {
    return false;
  }
}

async function writeCheckRow(db: Db, box: SecretBox): Promise<void> {
  const value = box.seal('right', CHECK_PURPOSE);
  await db
    .insertInto('options')
    .values({ key: CHECK_ROW, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
