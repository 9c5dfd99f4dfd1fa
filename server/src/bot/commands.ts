import { telegramCommands } from '@turnpike/contract';
import type { ModuleDeps } from '../modules/module-deps.ts';
import { findMenu } from '../modules/telegram/telegram-menu-repository.ts';
import { aff } from './commands/aff.ts';
import { apikey } from './commands/apikey.ts';
import { balance } from './commands/balance.ts';
import { bind, start } from './commands/bind.ts';
import { help } from './commands/help.ts';
import { recharge } from './commands/recharge.ts';
import { unbind } from './commands/unbind.ts';
import type { AccountTurn, Turn } from './turn.ts';

type Handler<One extends Turn> = (turn: One) => Promise<void>;

/** Commands for everybody. */
export const openCommands = new Map<string, Handler<Turn>>(Object.entries({ start, bind, help }));

/** Commands for senders who are linked to an account. */
export const accountCommands = new Map<string, Handler<AccountTurn>>(
  Object.entries({ unbind, balance, recharge, apikey: (turn: AccountTurn) => apikey(turn), aff }),
);

const names: ReadonlySet<string> = new Set(['start', ...telegramCommands]);

/** Whether the bot has a command, its own or one that root has added. */
export const isCommand = async (deps: ModuleDeps, name: string): Promise<boolean> =>
  names.has(name) || (await findMenu(deps.db, name)) !== undefined;
