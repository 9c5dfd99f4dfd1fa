import type { ErrorCode } from '@turnpike/contract';
import { redeemCode } from '../../modules/redemption/redeem-code.ts';
import { findLinkedAccount } from '../../modules/telegram/telegram-link-repository.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { newRequestId } from '../../platform/secrets/random-ids.ts';
import { amount } from '../amount.ts';
import type { TextKey } from '../bot-texts.ts';
import type { AccountTurn } from '../turn.ts';

export const CANCEL = 'cancel';
/** Stands in place of an address in the log row. */
const SOURCE = 'telegram';
const MAX_CODE_LENGTH = 100;

const reasons: Partial<Record<ErrorCode, TextKey>> = {
  'redemption.mistyped': 'mistyped',
  'redemption.unknown': 'codeNotFound',
  'redemption.used_up': 'codeUsedUp',
  'redemption.used_by_you': 'codeUsedByYou',
  'redemption.expired': 'codeExpired',
  'redemption.disabled': 'codeDisabled',
  'user.balance_full': 'balanceFull',
};

/** Asks for a code, unless one stands behind the command. */
export async function recharge(turn: AccountTurn): Promise<void> {
  if (turn.argument !== '') return redeem(turn, turn.argument);
  turn.memory.conversations.begin(turn.sender);
  await turn.say(turn.text('askCode'), {
    buttons: [[{ text: turn.text('cancel'), callback_data: CANCEL }]],
  });
}

/** Redeems a code. After a wrong one, a conversation goes on. */
export async function redeem(turn: AccountTurn, text: string): Promise<void> {
  const { deps, sender, memory } = turn;
  const { id, username } = turn.account;
  const key = text.normalize('NFKC').replace(/\s+/g, '').slice(0, MAX_CODE_LENGTH);
  const requestId = newRequestId(deps.clock.nowMs());
  const attempt = { user: { id, username }, key, requestId, ip: SOURCE };
  try {
    // Senders have no address that could be limited.
    const points = await memory.redemptions.run(id, `${SOURCE} ${sender}`, () => redeemCode(deps, attempt));
    memory.conversations.end(sender);
    const quota = (await findLinkedAccount(deps.db, sender))?.quota ?? 0;
    await turn.say(turn.text('redeemed', { amount: amount(turn, points), balance: amount(turn, quota) }));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const seconds = error.parameters.retryAfterSeconds;
    if (seconds !== undefined) return turn.say(turn.text('tooManyAttempts', { seconds }));
    await turn.say(turn.text(reasons[error.code] ?? 'failed'));
  }
}
