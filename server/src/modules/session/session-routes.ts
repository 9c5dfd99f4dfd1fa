import { userCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { SignIn } from './sign-in.ts';
import { signInAs } from './sign-in-as.ts';
import { signOut } from './sign-out.ts';

const { login, logout } = userCalls;

export const sessionRoutes = routesFor({ login, logout }, (deps: ModuleDeps & { signIn: SignIn }) => ({
  login: async ({ input, ...facts }) => {
    const account = await deps.signIn.check(input, facts.ip);
    return signInAs(deps, account, facts);
  },
  logout: (facts) => signOut(deps.db, facts),
}));
