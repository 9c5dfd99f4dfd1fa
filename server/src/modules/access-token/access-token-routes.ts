import { accessTokenCalls } from '@turnpike/contract';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import { inPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { proveOwner } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import type { SignIns } from '../user/sign-ins.ts';
import {
  createAccessToken,
  findUnnamedToken,
  listAccessTokens,
  type Maker,
  removeAccessToken,
  removeUnnamedToken,
  renewUnnamedToken,
} from './access-token-repository.ts';

export const accessTokenRoutes = routesFor(accessTokenCalls, (deps: ModuleDeps & { signIns: SignIns }) => {
  const { db, clock, jobRunner } = deps;
  /** Makes a token in a session whose owner has proved it; a mail reports it. */
  async function make<Made>(
    user: SignedIn,
    facts: RequestFacts,
    insert: (by: Maker) => Promise<Made>,
  ): Promise<Made> {
    const useProof = await proveOwner(deps, user, { facts });
    const made = await insert({
      ...{ sessionHash: ownSessionHash(facts), nowSeconds: clock.nowSeconds() },
      also: async (trx) => {
        await useProof(trx);
        await notifyOwner({ ...deps, db: trx }, user.id, 'accessTokenMade');
      },
    });
    jobRunner.runSoon('mail');
    return made;
  }
  return {
    list: ({ user }) => listAccessTokens(db, inPerson(user)),
    create: ({ user, input, ...facts }) =>
      make(user, facts, (by) => createAccessToken(db, user.id, { input, by })),
    remove: ({ user, params }) => removeAccessToken(db, inPerson(user), params.id),
    unnamed: ({ user }) => findUnnamedToken(db, inPerson(user)),
    renewUnnamed: ({ user, ...facts }) => make(user, facts, (by) => renewUnnamedToken(db, user.id, by)),
    removeUnnamed: ({ user }) => removeUnnamedToken(db, inPerson(user)),
  };
});
