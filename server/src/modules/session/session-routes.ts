import { userCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { getUser, touchSignIn } from '../user/user-repository.ts';
import { startSession } from './session.ts';
import type { SignIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

const { login, logout } = userCalls;

export const sessionRoutes = routesFor({ login, logout }, (deps: ModuleDeps & { signIn: SignIn }) => ({
  login: async ({ input, ...facts }) => {
    const account = await deps.signIn.check(input, facts.ip);
    await startSession(deps, account, facts);
    await touchSignIn(deps.db, account.userId, deps.clock.nowSeconds());
    return getUser(deps.db, account.userId);
  },
  logout: (facts) => signOut(deps.db, facts),
}));
