import { memberText } from '../ask-gateway.ts';
import {
  CallbackRefused,
  type CallbackRequest,
  type PaymentAccount,
  type PaymentContext,
  type PaymentFacts,
} from '../payment-gateway.ts';
import { proofFault } from './wxpay-client.ts';
import { openWxPayResource, type WxPayResource, wxPayProofOf } from './wxpay-signature.ts';

export type Members = Readonly<Record<string, unknown>>;

/** Proves a notification; its resource is opened when it is read. @throws CallbackRefused */
export async function readWxPayNotice(
  context: PaymentContext,
  account: PaymentAccount,
  request: CallbackRequest,
) {
  const proof = wxPayProofOf(request.headers);
  if (request.method !== 'POST' || proof === undefined)
    throw new CallbackRefused('It is no notification of WeChat Pay: the signature is missing.');
  const fault = await proofFault(context, account, proof, request.body);
  if (fault !== undefined) throw new CallbackRefused(fault);
  const notice = membersOf(request.body.toString('utf8'));
  return {
    event: memberText(notice.event_type),
    resource: (): Members => {
      const { resource } = notice;
      const text = openWxPayResource((resource ?? {}) as WxPayResource, account.config.mch_apiv3_key ?? '');
      if (text === undefined) throw new CallbackRefused('The APIv3 key does not open the notification.');
      return membersOf(text);
    },
  };
}

function membersOf(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Members;
  } catch {
    // The text is refused below.
  }
  throw new CallbackRefused('The notification is not JSON.');
}

/** The amount is the price; `payer_total` is lower with coupons. */
export function wxPayFacts(members: Members, ownCurrency: string): PaymentFacts {
  const amount = (members.amount ?? {}) as Members;
  const word = memberText(members.trade_state);
  return {
    tradeNo: memberText(members.out_trade_no),
    gatewayNo: memberText(members.transaction_id),
    minor: Number.isSafeInteger(amount.total) ? (amount.total as number) : null,
    currency: memberText(amount.currency) || ownCurrency,
    merchant: `${memberText(members.mchid)} ${memberText(members.appid)}`,
    state: stateOf(word),
    word,
  };
}

function stateOf(word: string): PaymentFacts['state'] {
  switch (word) {
    case 'SUCCESS':
      return 'paid';
    case 'REFUND':
      return 'refunded';
    case 'CLOSED':
    case 'REVOKED':
      return 'closed';
    default:
      return 'waiting';
  }
}
