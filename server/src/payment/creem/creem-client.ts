import { askGateway, type GatewayReply, memberText } from '../ask-gateway.ts';
import { GatewayUnanswered, type PaymentAccount, type PaymentContext } from '../payment-gateway.ts';

/** Members of an object of Creem. */
export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

export const refused = (message: string): GatewayUnanswered =>
  new GatewayUnanswered(message, { isRefusal: true });

/** Test objects are `test`, `sandbox` or `local`. */
export const isLive = ({ mode }: Members): boolean => mode === 'prod';

/** @throws GatewayUnanswered */
export async function askCreem(
  context: PaymentContext,
  account: PaymentAccount,
  path: string,
  content?: object,
): Promise<Members> {
  const base = account.sandbox ? 'https://test-api.creem.io' : 'https://api.creem.io';
  const headers = { accept: 'application/json', 'x-api-key': account.config.api_key ?? '' };
  const { status, object } = await askGateway(
    context,
    account,
    base + path,
    content === undefined
      ? { method: 'GET', headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(content),
        },
  );
  if (object === null || status < 200 || status > 299) throw creemFault({ status, object });
  return object;
}

function creemFault({ status, object }: Pick<GatewayReply, 'status' | 'object'>): GatewayUnanswered {
  const { message, error } = object ?? {};
  const words = [Array.isArray(message) ? message.join(' ') : message, error].map(memberText).find(Boolean);
  const isClear = status >= 400 && status < 500 && status !== 409 && status !== 429;
  return new GatewayUnanswered(`Creem answered: ${words?.slice(0, 200) ?? `status ${status}`}`, {
    isRefusal: words !== undefined && isClear,
  });
}

/** A product that can be sold here. @throws GatewayUnanswered */
export async function readProduct(
  context: PaymentContext,
  account: PaymentAccount,
  id: string,
): Promise<Members> {
  const product = await askCreem(context, account, `/v1/products?product_id=${encodeURIComponent(id)}`);
  const fault =
    isLive(product) === account.sandbox
      ? 'is of the other mode'
      : product.billing_type !== 'onetime'
        ? 'is not paid once'
        : product.currency !== account.currency
          ? `is sold in ${memberText(product.currency)}`
          : product.tax_mode === 'inclusive'
            ? 'includes the tax; its tax must be added to the price'
            : undefined;
  if (fault !== undefined) throw refused(`The product ${id} ${fault}.`);
  return product;
}

export const readCheckout = (
  context: PaymentContext,
  account: PaymentAccount,
  id: string,
): Promise<Members> => askCreem(context, account, `/v1/checkouts?checkout_id=${encodeURIComponent(id)}`);

/** Whether all of a payment was paid back. @param id of its transaction @throws GatewayUnanswered */
export async function isPaidBack(
  context: PaymentContext,
  account: PaymentAccount,
  id: string,
): Promise<boolean> {
  const path = `/v1/transactions?transaction_id=${encodeURIComponent(id)}`;
  return isRefunded(await askCreem(context, account, path));
}

/** Whether all of a transaction was paid back. A part has a state of its own. */
export const isRefunded = ({ status }: Members): boolean => status === 'refunded';

/** A related object, or its id alone. */
export const idOf = (value: unknown): string => memberText(value) || memberText(membersOf(value).id);
