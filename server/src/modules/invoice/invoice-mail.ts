import { userStatus } from '@turnpike/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { UserTable } from '../../db/tables/people-tables.ts';
import type { InvoiceTable } from '../../db/tables/selling-tables.ts';
import { mailServerOf } from '../mail/mail-server.ts';
import { queueMail, siteLanguage } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { invoiceFormats } from './invoice-formats.ts';

/** Columns of an account that decide about its mail. */
export const mailColumns = [
  ...(['email', 'proved_email', 'username', 'display_name'] as const),
  ...(['language', 'status', 'deleted_time'] as const),
] as const;

/**
 * Queues the mail about a new invoice in the transaction that made it, so that there is one mail for one invoice. Only
 * an address that its owner has proved gets mail.
 */
export async function queueInvoiceMail(
  deps: Pick<ModuleDeps, 'clock' | 'options' | 'secretBox'> & { db: Db },
  user: Pick<Selectable<UserTable>, (typeof mailColumns)[number]>,
  invoice: Pick<InvoiceTable, 'name' | 'date' | 'quota'>,
): Promise<void> {
  const { options } = deps;
  if (!options.flag('InvoiceMailEnabled') || mailServerOf(options) === undefined) return;
  const { email, proved_email, username, display_name, status, deleted_time } = user;
  if (email === '' || email !== proved_email) return;
  if (status !== userStatus.enabled || deleted_time !== 0) return;
  const language = user.language || siteLanguage(options);
  const month = invoice.date.slice(0, 7);
  const address = options.text('ServerAddress').replace(/\/+$/, '');
  const mail = {
    kind: 'invoice' as const,
    ...{ name: display_name || username, number: invoice.name, month },
    amount: invoiceFormats(options, language).amount(invoice.quota),
    link: address === '' ? '' : `${address}/panel/invoice/detail/${month}`,
  };
  await queueMail(deps, { to: email, language, mail });
}
