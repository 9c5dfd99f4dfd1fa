import { unlinkTelegram } from '../../modules/telegram/link-telegram.ts';
import type { AccountTurn } from '../turn.ts';

export async function unbind(turn: AccountTurn): Promise<void> {
  const { id, username } = turn.account;
  await unlinkTelegram(turn.deps, id);
  await turn.say(turn.text('unlinked', { username }));
}
