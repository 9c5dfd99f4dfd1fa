import { telegramLinkCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { inPerson } from '../../http/in-person.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { issueLinkCode, unlinkTelegram } from './link-telegram.ts';
import { findLinkTime } from './telegram-link-repository.ts';

export const telegramLinkRoutes = routesFor(telegramLinkCalls, (deps: ModuleDeps) => ({
  get: async ({ user }) => {
    const created_time = await findLinkTime(deps.db, inPerson(user));
    return { linked: created_time > 0, created_time };
  },
  createCode: async ({ user }) => {
    const userId = inPerson(user);
    const bot = deps.telegramBot.username();
    if (bot === '') throw new GatewayError('telegram.not_running');
    const issued = await issueLinkCode(deps, userId);
    return { ...issued, link: `https://t.me/${bot}?start=${issued.code}` };
  },
  remove: async ({ user }) => {
    if (!(await unlinkTelegram(deps, inPerson(user)))) throw new GatewayError('entry.not_found');
  },
}));
