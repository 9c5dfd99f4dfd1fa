import { redemptionCalls, type redemptionChange, redemptionStatus } from '@turnpike/contract';
import type { z } from 'zod';
import { routesFor } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { assertGroupExists } from '../user-group/user-group-repository.ts';
import { RedemptionLimits, redeemCode } from './redeem-code.ts';
import { maskRedemptionCode, newRedemptionCode } from './redemption-code.ts';
import {
  deleteRedemption,
  exportRedemptions,
  getRedemption,
  getSealedRedemption,
  insertRedemptions,
  listRedemptions,
  listRedemptionUses,
  lockRedemption,
  updateRedemption,
} from './redemption-repository.ts';

const purposeOf = (keyHash: string): string => `redemptions.key:${keyHash}`;

export const redemptionRoutes = routesFor(redemptionCalls, (deps: ModuleDeps) => {
  const { db, jobs, clock, secretBox } = deps;
  const limits = new RedemptionLimits(clock);
  const open = ({ key_hash, key_sealed }: { key_hash: string; key_sealed: string }) =>
    secretBox.open(key_sealed, purposeOf(key_hash));
  return {
    list: ({ query }) => listRedemptions(db, query),
    get: ({ params }) => getRedemption(db, params.id),
    create: async ({ user, input: { count, ...fields } }) => {
      const codes = Array.from({ length: count }, newRedemptionCode);
      const created_time = clock.nowSeconds();
      const rows = codes.map((code) => {
        const key_hash = hashSecret(code);
        return {
          ...{ ...fields, user_id: user.id, status: redemptionStatus.enabled, created_time },
          ...{ key_hash, key_sealed: secretBox.seal(code, purposeOf(key_hash)) },
          key_hint: maskRedemptionCode(code),
        };
      });
      await db.transaction().execute(async (trx) => {
        if (fields.group !== '') await assertGroupExists(trx, fields.group);
        await insertRedemptions(trx, rows);
      });
      return codes;
    },
    update: ({ query, input, knownStates }) =>
      changeRedemption(deps, query.status_only ? { id: input.id, status: input.status } : input, knownStates),
    remove: ({ params }) => deleteRedemption(db, params.id),
    reveal: async ({ params }) => ({ key: open(await getSealedRedemption(db, params.id)) }),
    uses: ({ params, query }) => listRedemptionUses(db, params.id, query),
    exportCsv: ({ user, query }) => {
      // A reading access token must not read codes, which are money.
      assertInPerson(user);
      return (async function* () {
        for await (const rows of exportRedemptions(jobs, query)) {
          yield rows.map((row) => ({ ...row, key: open(row) }));
        }
      })();
    },
    redeem: ({ user, input, requestId, ip }) =>
      limits.run(user.id, ip, () => redeemCode(deps, { user, key: input.key, requestId, ip })),
  };
});

/** @throws entry.not_found; redemption.used_up for the status of a code without uses left */
function changeRedemption(
  { db }: Pick<ModuleDeps, 'db'>,
  { id, ...change }: z.output<typeof redemptionChange>,
  knownStates: KnownStates,
) {
  return db.transaction().execute(async (trx) => {
    const row = await lockRedemption(trx, id);
    assertKnownState(knownStates, row.etag);
    const max_uses = change.max_uses ?? row.max_uses;
    if (max_uses < row.used_count) throw fieldError('max_uses', 'redemption.fewer_than_used');
    const isUsedUp = row.used_count >= max_uses;
    if (isUsedUp && change.status !== undefined) throw new GatewayError('redemption.used_up');
    if (change.group !== undefined && change.group !== '') await assertGroupExists(trx, change.group);
    const wasUsedUp = row.status === redemptionStatus.used;
    const status = isUsedUp
      ? redemptionStatus.used
      : (change.status ?? (wasUsedUp ? redemptionStatus.enabled : row.status));
    return updateRedemption(trx, id, { ...givenMembers(change), status });
  });
}
