import { hashSecret } from '../../platform/secrets/secret-box.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { type MailConnection, MailError, openMailConnection } from './mail-connection.ts';
import {
  delayMail,
  deleteGivenUpMails,
  deleteMail,
  findNextTry,
  giveUpLateMails,
  giveUpMail,
  listDueMails,
  type WaitingMail,
} from './mail-repository.ts';
import { mailServerOf } from './mail-server.ts';
import { mailPurpose } from './queue-mail.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox' | 'log'>;

const FIRST_DELAY_SECONDS = 60;
const LONGEST_DELAY_SECONDS = 4 * 3600;
const MESSAGE_NAME_LENGTH = 32;
const KEPT_SECONDS = 30 * 86_400;

/** Pause before the next try of a mail that was refused so many times. */
export const delayAfter = (attempts: number): number =>
  Math.min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS);

/**
 * Sends the mails whose time has come, and gives up those whose time is over. One process at a time calls it.
 * @returns second of the next try; null where none waits
 * @throws MailError when the server takes no mail at all; the job's own back-off follows
 */
export async function sendMails(
  deps: Deps,
  signal: AbortSignal,
  limits?: { finishMs: number },
): Promise<number | null> {
  const { db, clock, options } = deps;
  await giveUpLateMails(db, clock.nowSeconds());
  await deleteGivenUpMails(db, clock.nowSeconds() - KEPT_SECONDS);
  const server = mailServerOf(options);
  if (server === undefined) return null;
  let connection: MailConnection | undefined;
  try {
    for (;;) {
      const due = await listDueMails(db, clock.nowSeconds());
      if (due.length === 0) break;
      connection ??= await openMailConnection(server, limits);
      for (const mail of due) {
        if (signal.aborted) return null;
        await sendOne(deps, mail, { connection, signal });
      }
    }
  } finally {
    connection?.close();
  }
  return findNextTry(db);
}

async function sendOne(
  { db, clock, secretBox, log }: Deps,
  mail: WaitingMail,
  { connection, signal }: { connection: MailConnection; signal: AbortSignal },
): Promise<void> {
  const { id, address, subject } = mail;
  try {
    const { text, html } = JSON.parse(secretBox.open(mail.body, mailPurpose));
    // The sealed body is random and stays the same, unlike a row's number, which SQLite uses again.
    const messageName = hashSecret(mail.body).slice(0, MESSAGE_NAME_LENGTH);
    await connection.send({ address, subject, text, html, messageName }, signal);
  } catch (error) {
    if (error instanceof MailError && error.refusal === 'aborted') return;
    const nowSeconds = clock.nowSeconds();
    const nextTryAt = nowSeconds + delayAfter(mail.attempts + 1);
    const refusal = error instanceof MailError ? error.refusal : 'for_good';
    const failure = error instanceof MailError ? error.message : String(error);
    if (refusal === 'for_good' || nextTryAt >= mail.send_until) {
      await giveUpMail(db, id, { error: failure, nowSeconds });
      log.warn({ mail: id, error: failure }, 'a mail was given up');
    } else await delayMail(db, id, { error: failure, nextTryAt });
    if (refusal === 'no_server') throw error;
    return;
  }
  // A process that dies before this line sends the mail again. Losing one would be worse.
  await deleteMail(db, id);
}
