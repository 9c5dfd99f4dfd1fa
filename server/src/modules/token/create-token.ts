import { NEVER_EXPIRES, PLAYGROUND_TOKEN, POINTS_PER_USD, tokenInput } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { newTokenKey } from '../../platform/secrets/random-ids.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import { replaceBudgets } from '../budget/budget-repository.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { lockUser } from '../user/user-repository.ts';
import { assertGroupIsOpen } from '../user-group/user-group-repository.ts';
import { assertSparesAreOpen, sparesAfter } from './spare-groups.ts';
import { assertMadeFew } from './token-rate.ts';
import { countTokens, findTokenIdByName, getSealedKey, insertToken } from './token-repository.ts';
import { tokenKeyHint, tokenKeyPurpose } from './token-rules.ts';

interface TokenKey {
  id: number;
  key: string;
}

/**
 * Makes a token; its key leaves only here, when it is revealed, and to the playground.
 * @throws token.too_many; token.too_many_in_hour; the group's errors
 */
export async function createToken(
  deps: ModuleDeps,
  user: SignedIn,
  input: z.output<typeof tokenInput>,
): Promise<TokenKey> {
  return deps.db.transaction().execute(async (trx) => {
    // One of its owner's tokens is made at a time, so that their number is exact.
    await lockUser(trx, user.id);
    return insertOwnToken(deps, trx, { user, input });
  });
}

async function insertOwnToken(
  { clock, secretBox, options, changes }: ModuleDeps,
  trx: Transaction<Tables>,
  { user, input }: { user: SignedIn; input: z.output<typeof tokenInput> },
): Promise<TokenKey> {
  if ((await countTokens(trx, user.id)) >= options.number('MaxTokensPerUser'))
    throw new GatewayError('token.too_many');
  await assertMadeFew(trx, user.id, {
    limit: options.number('TokensPerHour'),
    nowSeconds: clock.nowSeconds(),
  });
  if (input.group !== '') await assertGroupIsOpen(trx, input.group, user.group);
  const spares = sparesAfter([], input);
  await assertSparesAreOpen(trx, spares, { before: [], ownSymbol: user.group, given: input });
  const key = newTokenKey();
  const key_hash = hashSecret(key);
  const { budgets, backup_group: _, ...fields } = input;
  const id = await insertToken(trx, {
    ...fields,
    user_id: user.id,
    key_hash,
    key_sealed: secretBox.seal(key, tokenKeyPurpose(key_hash)),
    key_hint: tokenKeyHint(key),
    unlimited_quota: input.unlimited_quota ? (1 as const) : (0 as const),
    spare_groups: JSON.stringify(spares),
    setting: JSON.stringify(input.setting),
    allowed_addresses: JSON.stringify(input.allowed_addresses),
    allowed_models: JSON.stringify(input.allowed_models),
    created_time: clock.nowSeconds(),
  });
  await replaceBudgets(
    trx,
    { owner_type: 'token', owner_id: id },
    { budgets, nowSeconds: clock.nowSeconds() },
  );
  changes.tokenChanged(id);
  return { id, key };
}

/** @throws token.not_found; token.key_lost where it was sealed with another secret key */
export async function revealToken(
  { db, secretBox }: ModuleDeps,
  userId: number,
  id: number,
): Promise<TokenKey> {
  const { key_hash, key_sealed } = await getSealedKey(db, userId, id);
  try {
    return { id, key: secretBox.open(key_sealed, tokenKeyPurpose(key_hash)) };
  } catch (cause) {
    throw new GatewayError('token.key_lost', {}, { cause });
  }
}

/**
 * The playground's token, made when missing. One that is used up or switched off stays what it is: to look at the
 * playground again must not open another budget.
 */
export async function playgroundToken(deps: ModuleDeps, user: SignedIn): Promise<TokenKey> {
  const made = await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    const id = await findTokenIdByName(trx, user.id, PLAYGROUND_TOKEN);
    return id === undefined ? insertOwnToken(deps, trx, { user, input: playgroundInput }) : { id };
  });
  return 'key' in made ? made : revealToken(deps, user.id, made.id);
}

const playgroundInput = tokenInput.parse({
  name: PLAYGROUND_TOKEN,
  expired_time: NEVER_EXPIRES,
  remain_quota: POINTS_PER_USD,
  unlimited_quota: false,
});
