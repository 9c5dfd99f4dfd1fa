import { telegramMenuCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { saveMenu } from './save-menu.ts';
import { deleteMenu, getMenu, listMenus } from './telegram-menu-repository.ts';

export const telegramMenuRoutes = routesFor(telegramMenuCalls, ({ db }: ModuleDeps) => ({
  list: ({ query }) => listMenus(db, query),
  get: ({ params }) => getMenu(db, params.id),
  save: ({ input, knownStates }) => saveMenu(db, input, knownStates),
  remove: ({ params }) => deleteMenu(db, params.id),
}));
