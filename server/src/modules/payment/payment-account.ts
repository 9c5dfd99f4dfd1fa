import type { Currency } from '@turnpike/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { PaymentTable } from '../../db/tables/selling-tables.ts';
import type { PaymentAccount } from '../../payment/payment-gateway.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { ModuleDeps } from '../module-deps.ts';

export type PaymentRow = Selectable<PaymentTable>;

const purposeOf = (uuid: string): string => `payments.secrets:${uuid}`;

export const sealSecrets = (secretBox: SecretBox, uuid: string, secrets: Record<string, string>): string =>
  secretBox.seal(JSON.stringify(secrets), purposeOf(uuid));

export const openSecrets = (
  secretBox: SecretBox,
  { uuid, secrets_sealed }: Pick<PaymentRow, 'uuid' | 'secrets_sealed'>,
): Record<string, string> => JSON.parse(secretBox.open(secrets_sealed, purposeOf(uuid)));

/** A gateway's account with its secrets open, for its code only. */
export const toPaymentAccount = (secretBox: SecretBox, row: PaymentRow): PaymentAccount => ({
  currency: row.currency,
  sandbox: row.sandbox === 1,
  allowPrivate: row.allow_private === 1,
  config: { ...JSON.parse(row.config), ...openSecrets(secretBox, row) },
});

/** Units of a currency for one dollar. */
export const rateOf = (
  { options }: Pick<ModuleDeps, 'options'>,
  { rate, currency }: { rate: string; currency: Currency },
): number => {
  if (Number(rate) > 0) return Number(rate);
  return currency === 'CNY' ? options.number('PaymentUSDRate') : 1;
};

export const findPaymentByUuid = (db: Db, uuid: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('uuid', '=', uuid).executeTakeFirst();

export const findPayment = (db: Db, id: number): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
