import { telegramCommands } from '@turnpike/contract';
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

export const isCommand = (name: string): boolean => names.has(name);
