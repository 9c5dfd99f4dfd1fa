import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { mailServerOf } from '../mail/mail-server.ts';
import type { NoticeKind } from '../mail/mail-text.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';

/** The page that undoes the change. The owner of a changed e-mail address has none. */
const pages: Record<NoticeKind, string> = {
  passwordChanged: '/reset',
  emailChanged: '',
  authenticatorAdded: '/panel/profile',
  authenticatorRemoved: '/panel/profile',
  passkeyAdded: '/panel/profile',
  passkeyRemoved: '/panel/profile',
  identityLinked: '/panel/profile',
  identityUnlinked: '/panel/profile',
  accessTokenMade: '/panel/profile',
  telegramLinked: '/panel/profile',
  telegramUnlinked: '/panel/profile',
};

/**
 * Queues a mail about a change of how an account signs in, in the transaction of the change. Only an address that its
 * owner has proved gets it. A change of the address calls this first, so that the mail goes to the old one.
 * Call `jobRunner.runSoon('mail')` after the commit.
 */
export async function notifyOwner(
  deps: Pick<ModuleDeps, 'clock' | 'options' | 'secretBox'> & { db: Transaction<Tables> },
  userId: number,
  kind: NoticeKind,
): Promise<void> {
  if (mailServerOf(deps.options) === undefined) return;
  const account = await deps.db
    .selectFrom('users')
    .select(['email', 'username', 'display_name', 'language'])
    .where('id', '=', userId)
    .where('email', '!=', '')
    .whereRef('email', '=', 'proved_email')
    .executeTakeFirst();
  if (account === undefined) return;
  const { email, username, display_name, language } = account;
  const site = deps.options.text('ServerAddress').replace(/\/+$/, '');
  const link = site === '' || pages[kind] === '' ? '' : `${site}${pages[kind]}`;
  await queueMail(deps, { to: email, language, mail: { kind, name: display_name || username, link } });
}
