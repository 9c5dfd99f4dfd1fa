import { refusedCallCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { findUserId } from '../log/log-filter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { listRefused, withoutNotes } from './refused-call-repository.ts';

export const refusedCallRoutes = routesFor(refusedCallCalls, ({ db }: ModuleDeps) => ({
  list: async ({ query }) => listRefused(db, query, await findUserId(db, query)),
  listSelf: async ({ user, query }) => withoutNotes(await listRefused(db, query, user.id)),
}));
