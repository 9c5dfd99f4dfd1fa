import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { takeToken } from '../one-time-token/one-time-token-repository.ts';
import { notePasskeyUse } from '../passkey/passkey-repository.ts';

/** The reason why a session may start. */
export type SignInProof =
  | {
      kind: 'password';
      /** The hash that the password was checked with. */
      passwordHash: string;
    }
  | { kind: 'identity'; identityId: number }
  | {
      kind: 'passkey';
      passkeyId: number;
      /** As the device reports it. */
      counter: number;
    }
  | {
      kind: 'code';
      /** The hash that names the code, as `checkCode` returns it; the session uses the code up. */
      hash: string;
    };

/** An account whose owner has proved who they are. */
export interface ProvedAccount {
  userId: number;
  proof: SignInProof;
}

/**
 * Whether a proof is still one: no other password was set, the identity is still linked, the passkey is still kept, the code was not used.
 * @param account locked until the transaction ends
 */
export async function isStillProof(
  trx: Transaction<Tables>,
  account: { id: number; password_hash: string },
  { proof, nowSeconds }: { proof: SignInProof; nowSeconds: number },
): Promise<boolean> {
  switch (proof.kind) {
    case 'password':
      return account.password_hash === proof.passwordHash;
    case 'identity': {
      const identity = await trx
        .updateTable('identities')
        .set({ last_used_time: nowSeconds })
        .where('id', '=', proof.identityId)
        .where('user_id', '=', account.id)
        .returning('id')
        .executeTakeFirst();
      return identity !== undefined;
    }
    case 'passkey':
      return notePasskeyUse(trx, {
        ...{ id: proof.passkeyId, counter: proof.counter },
        ...{ userId: account.id, nowSeconds },
      });
    case 'code':
      return (await takeToken(trx, proof.hash, nowSeconds))?.owner === account.id;
  }
}
