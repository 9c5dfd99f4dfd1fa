import { userCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { getUser, touchSignIn } from '../user/user-repository.ts';
import { ownSessionHash, startSession } from './session.ts';
import { deleteSession } from './session-repository.ts';
import type { SignIn } from './sign-in.ts';

const { login, logout } = userCalls;

export const sessionRoutes = routesFor({ login, logout }, (needs: ModuleNeeds & { signIn: SignIn }) => ({
  login: async ({ input, ...facts }) => {
    const account = await needs.signIn.check(input, facts.ip);
    await startSession(needs, account, facts);
    await touchSignIn(needs.db, account.userId, needs.clock.nowSeconds());
    return getUser(needs.db, account.userId);
  },
  logout: async (facts) => {
    await deleteSession(needs.db, ownSessionHash(facts));
    facts.sessionCookie.forget();
  },
}));
