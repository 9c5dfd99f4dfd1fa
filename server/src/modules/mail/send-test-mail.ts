import type { Language } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
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
  const connection = await openMailConnection(server, testLimits);
  try {
    const content = toMailText({ kind: 'test' }, { language, site: options.text('SystemName') });
    return { sent: true, answer: await connection.send({ address: to, ...content }) };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { sent: false, answer: error.message };
  } finally {
    connection.close();
  }
}
