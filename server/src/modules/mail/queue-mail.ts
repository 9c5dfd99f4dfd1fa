import { type Language, languages } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { Options } from '../option/options.ts';
import { insertMail } from './mail-repository.ts';
import { mailServerOf } from './mail-server.ts';
import { type Mail, toMailText } from './mail-text.ts';

/** Purpose that the body of a mail is sealed for. */
export const mailPurpose = 'mails.body';

const LONGEST_WAIT_SECONDS = 24 * 3600;

/** @throws mail.not_set_up */
export function assertMailIsSetUp(options: Options): void {
  if (mailServerOf(options) === undefined) throw new GatewayError('mail.not_set_up');
}

/**
 * Queues a mail in the transaction of its cause. Call `jobRunner.runSoon('mail')` after the commit, so that it goes
 * out at once.
 * @param language of the reader; empty or undefined is the site's
 * @param usableSeconds it is not sent later than that, because the code in it has expired
 */
export async function queueMail(
  { db, clock, options, secretBox }: Pick<ModuleDeps, 'clock' | 'options' | 'secretBox'> & { db: Db },
  {
    to,
    language,
    mail,
    usableSeconds = LONGEST_WAIT_SECONDS,
  }: { to: string; language: Language | '' | undefined; mail: Mail; usableSeconds?: number },
): Promise<void> {
  const { subject, ...body } = toMailText(mail, {
    language: language || siteLanguage(options),
    site: options.text('SystemName'),
  });
  const created_time = clock.nowSeconds();
  await insertMail(db, {
    address: to,
    subject,
    body: secretBox.seal(JSON.stringify(body), mailPurpose),
    created_time,
    send_until: created_time + usableSeconds,
  });
}

export const siteLanguage = (options: Options): Language =>
  languages.find((language) => language === options.text('Language')) ?? languages[0];
