import { sessionCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { inPerson } from '../../http/in-person.ts';
import { ownSessionHash } from '../../http/own-session.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { deleteSessionsOf, endSessionOf, listSessionsOf } from './session-repository.ts';

export const ownSessionRoutes = routesFor(sessionCalls, ({ db, clock }: ModuleDeps) => ({
  list: ({ user, ...facts }) =>
    listSessionsOf(db, inPerson(user), { current: ownSessionHash(facts), nowSeconds: clock.nowSeconds() }),
  remove: ({ user, params }) => endSessionOf(db, inPerson(user), params.id),
  removeOthers: ({ user, ...facts }) =>
    deleteSessionsOf(db, inPerson(user), { except: ownSessionHash(facts) }),
}));
