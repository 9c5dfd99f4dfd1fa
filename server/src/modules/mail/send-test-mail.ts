import type { Language } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import { removeValues } from '../../platform/text/remove-values.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { MailError, openMailConnection, testLimits } from './mail-connection.ts';
import { mailServerOf } from './mail-server.ts';
import { toMailText } from './mail-text.ts';
import { siteLanguage } from './queue-mail.ts';

/**
 * Sends a mail without the queue, so that root sees what the server answers.
 * @throws mail.not_set_up
 */
export async function sendTestMail(
  { options }: Pick<ModuleDeps, 'options'>,
  { to, language = siteLanguage(options) }: { to: string; language: Language | undefined },
): Promise<{ sent: boolean; answer: string }> {
  const server = mailServerOf(options);
  if (server === undefined) throw new GatewayError('mail.not_set_up');
  // Some servers repeat what they were sent.
  const withoutSecret = (text: string): string => removeValues(text, [options.text('SMTPToken')]);
  const connection = await openMailConnection(server, testLimits);
  try {
    const content = toMailText({ kind: 'test' }, { language, site: options.text('SystemName') });
    const answer = await connection.send({ address: to, ...content });
    return { sent: true, answer: withoutSecret(answer) };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { sent: false, answer: withoutSecret(error.message) };
  } finally {
    connection.close();
  }
}
