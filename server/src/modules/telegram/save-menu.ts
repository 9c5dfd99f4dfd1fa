import {
  MAX_TELEGRAM_COMMANDS,
  type TelegramMenuView,
  telegramCommands,
  type telegramMenuInput,
} from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { lockName } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { givenMembers } from '../../platform/given-members.ts';
import { countMenus, findMenu, insertMenu, lockMenu, updateMenu } from './telegram-menu-repository.ts';

const reserved: ReadonlySet<string> = new Set(['start', ...telegramCommands]);

/**
 * Creates a command, or changes the given members of one.
 * @throws telegram.command_taken, also for a command of the bot itself; telegram.menu_full; entry.not_found;
 *   request.changed_meanwhile
 */
export function saveMenu(
  db: Db,
  { id, ...fields }: z.output<typeof telegramMenuInput>,
  knownStates: KnownStates,
): Promise<TelegramMenuView> {
  return db.transaction().execute(async (trx) => {
    // Two that are made at once would each count without the other.
    await lockName(trx, 'telegram menus');
    if (fields.command !== undefined) await assertFree(trx, fields.command, id);
    if (id > 0) {
      assertKnownState(knownStates, (await lockMenu(trx, id)).etag);
      const change = givenMembers(fields);
      return Object.keys(change).length === 0 ? lockMenu(trx, id) : updateMenu(trx, id, change);
    }
    if ((await countMenus(trx)) >= MAX_TELEGRAM_COMMANDS)
      throw new GatewayError('telegram.menu_full', { limit: MAX_TELEGRAM_COMMANDS });
    // The contract requires them of a new command.
    const { command = '', description = '', parse_mode = 'MarkdownV2', reply_message = '' } = fields;
    return insertMenu(trx, { command, description, parse_mode, reply_message });
  });
}

async function assertFree(trx: Transaction<Tables>, command: string, id: number): Promise<void> {
  const other = await findMenu(trx, command);
  if (!reserved.has(command) && (other === undefined || other.id === id)) return;
  const code = 'telegram.command_taken';
  throw new GatewayError(code, {}, { fields: [{ field: 'command', code }] });
}
