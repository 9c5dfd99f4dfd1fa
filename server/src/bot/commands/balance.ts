import { amount } from '../amount.ts';
import type { AccountTurn } from '../turn.ts';

export async function balance(turn: AccountTurn): Promise<void> {
  const { quota, used_quota } = turn.account;
  const values = { balance: amount(turn, quota), used: amount(turn, used_quota) };
  await turn.say(turn.text('balance', values));
}
