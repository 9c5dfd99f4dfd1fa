import { linkTelegram } from '../../modules/telegram/link-telegram.ts';
import { findLinkedAccount } from '../../modules/telegram/telegram-link-repository.ts';
import type { Turn } from '../turn.ts';
import { help } from './help.ts';

/** Explains where the code comes from; with a code it links. */
export async function bind(turn: Turn): Promise<void> {
  if (turn.argument !== '') return linkBy(turn, turn.argument);
  const { account } = turn;
  if (account !== undefined) return turn.say(turn.text('linkedAlready', { username: account.username }));
  await turn.say(turn.text('bindHow'), { buttons: turn.pageButton('openProfile', '/panel/profile') });
}

/** The deep link of the console starts the bot with a code. */
export const start = (turn: Turn): Promise<void> =>
  turn.argument === '' ? help(turn) : linkBy(turn, turn.argument);

async function linkBy(turn: Turn, code: string): Promise<void> {
  const { deps, sender, memory } = turn;
  const seconds = memory.linkCodes.note(String(sender));
  if (seconds > 0) return turn.say(turn.text('tooManyAttempts', { seconds }));
  const result = await linkTelegram(deps, { code, telegramId: sender });
  if (result === 'unknown') return turn.say(turn.text('codeUnknown'));
  memory.linkCodes.succeeded(String(sender));
  if (result === 'taken') return turn.say(turn.text('linkTaken'));
  const account = await findLinkedAccount(deps.db, sender);
  await turn.say(turn.text('linked', { username: account?.username ?? '' }));
}
