import { findMenu } from '../modules/telegram/telegram-menu-repository.ts';
import { apikey, PAGE_PREFIX } from './commands/apikey.ts';
import { CANCEL, redeem } from './commands/recharge.ts';
import { accountCommands, openCommands } from './commands.ts';
import type { AccountTurn, Turn } from './turn.ts';

interface Asked {
  text: string;
  /** Name of the command; undefined for another text. */
  command: string | undefined;
  /** Data of the button that was pressed. */
  pressed: string | undefined;
}

/** Answers a sender in the chat with the bot. */
export async function answerPrivately(turn: Turn, { text, command, pressed }: Asked): Promise<void> {
  const { conversations } = turn.memory;
  const isAsked = conversations.isOpen(turn.sender);
  // Anything but a code ends a conversation.
  if (command !== undefined || pressed === CANCEL) conversations.end(turn.sender);
  if (pressed === CANCEL) return turn.show(turn.text('cancelled'));
  const page = pressed?.startsWith(PAGE_PREFIX) ? Number(pressed.slice(PAGE_PREFIX.length)) : undefined;
  if (page !== undefined) return withAccount(turn, (own) => apikey(own, Number.isInteger(page) ? page : 1));
  if (command === undefined) return isAsked ? withAccount(turn, (own) => redeem(own, text)) : undefined;
  const open = openCommands.get(command);
  if (open !== undefined) return open(turn);
  const own = accountCommands.get(command);
  if (own !== undefined) return withAccount(turn, own);
  const menu = await findMenu(turn.deps.db, command);
  if (menu === undefined) return turn.say(turn.text('unknown'));
  await turn.sayWritten(menu.reply_message, menu.parse_mode);
}

async function withAccount(turn: Turn, answer: (turn: AccountTurn) => Promise<void>): Promise<void> {
  if (turn.account === undefined) return turn.say(turn.text('notLinked'));
  await answer(turn as AccountTurn);
}
