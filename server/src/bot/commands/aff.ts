import type { AccountTurn } from '../turn.ts';

export async function aff(turn: AccountTurn): Promise<void> {
  const { aff_code: code, aff_count: count } = turn.account;
  const site = turn.deps.options.text('ServerAddress').replace(/\/+$/, '');
  const link = `${site}/register?aff=${encodeURIComponent(code)}`;
  await turn.say(
    site === '' ? turn.text('invitationCode', { code, count }) : turn.text('invitation', { link, count }),
  );
}
