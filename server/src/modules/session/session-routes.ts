import { userCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { getUser, touchSignIn } from '../user/user-repository.ts';
import { ownSessionHash, startSession } from './session.ts';
import { deleteSession } from './session-repository.ts';
import type { SignIn } from './sign-in.ts';

const { login, logout } = userCalls;

export const sessionRoutes = routesFor({ login, logout }, (deps: ModuleDeps & { signIn: SignIn }) => ({
  login: async ({ input, ...facts }) => {
    const account = await deps.signIn.check(input, facts.ip);
    await startSession(deps, account, facts);
    await touchSignIn(deps.db, account.userId, deps.clock.nowSeconds());
    return getUser(deps.db, account.userId);
  },
  logout: async (facts) => {
    await deleteSession(deps.db, ownSessionHash(facts));
    facts.sessionCookie.forget();
  },
}));
