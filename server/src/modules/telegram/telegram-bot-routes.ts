import { telegramBotCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';

export const telegramBotRoutes = routesFor(telegramBotCalls, ({ telegramBot }: ModuleDeps) => ({
  status: () => ({ status: telegramBot.username() !== '', is_webhook: telegramBot.isWebhook() }),
  reload: () => telegramBot.reload(),
}));
