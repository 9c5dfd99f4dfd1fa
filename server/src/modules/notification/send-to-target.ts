import { type Language, notificationServices, role } from '@turnpike/contract';
import type { NotificationMessage } from '../../notification/notification-service.ts';
import { type SendResult, sendNotification } from '../../notification/send-notification.ts';
import { mailServerOf } from '../mail/mail-server.ts';
import { queueMail, siteLanguage } from '../mail/queue-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { DueDelivery } from './delivery-repository.ts';
import { openValues } from './notification-target.ts';
import { type NotificationText, toNotificationText } from './notification-text.ts';

export type SendDeps = Pick<
  ModuleDeps,
  'db' | 'clock' | 'options' | 'secretBox' | 'guardedFetch' | 'jobRunner'
>;

type Receiver = Pick<
  DueDelivery,
  | 'uuid'
  | 'type'
  | 'config'
  | 'secrets_sealed'
  | 'allow_private'
  | 'role'
  | 'language'
  | 'email'
  | 'proved_email'
>;

export const languageOf = (
  { options }: Pick<ModuleDeps, 'options'>,
  { language }: { language: Language | '' },
): Language => language || siteLanguage(options);

/** Sends a message to a target once. A mail counts as sent when it is in the queue of mails. */
export async function sendToTarget(
  deps: SendDeps,
  target: Receiver,
  { signal, ...message }: NotificationMessage & { signal: AbortSignal },
): Promise<SendResult> {
  const { secretBox, guardedFetch, clock } = deps;
  const { type, allow_private } = target;
  if (type === 'email') return queue(deps, target, message);
  return sendNotification(
    { guardedFetch, nowMs: clock.nowMs(), signal },
    {
      ...{ type, values: openValues(secretBox, target) },
      allowPrivate: mayBePrivate(target.role, { type, isAllowed: allow_private === 1 }),
    },
    message,
  );
}

/** A former administrator has lost the permission too. */
export const mayBePrivate = (
  userRole: number,
  { type, isAllowed }: { type: DueDelivery['type']; isAllowed: boolean },
): boolean => isAllowed && userRole >= role.admin && notificationServices[type].isSelfHosted === true;

async function queue(
  deps: SendDeps,
  { email, proved_email, language }: Receiver,
  { title, text, link }: NotificationText,
): Promise<SendResult> {
  if (email === '' || email !== proved_email)
    return { isSent: false, answer: 'The account has no confirmed e-mail address.' };
  if (mailServerOf(deps.options) === undefined) return { isSent: false, answer: 'No mail server is set up.' };
  const mail = { kind: 'notification', title, text, link } as const;
  await queueMail(deps, { to: email, language, mail });
  deps.jobRunner.runSoon('mail');
  return { isSent: true, answer: 'queued' };
}

/** A message that is sent to try a target. */
export function toTestMessage(
  { options, clock }: Pick<ModuleDeps, 'options' | 'clock'>,
  language: Language,
): NotificationMessage {
  const time = clock.nowSeconds();
  const words = toNotificationText('test', {}, { options, language });
  return { id: `test_${time}`, kind: 'test', time, facts: {}, ...words };
}
