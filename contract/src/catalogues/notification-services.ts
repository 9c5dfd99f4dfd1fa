import { isBaseAddress, isWebAddress } from './options.ts';

export const notificationServiceType = [
  ...(['email', 'webhook', 'slack', 'discord', 'telegram', 'dingtalk'] as const),
  ...(['lark', 'wecom', 'bark', 'pushdeer', 'gotify', 'ntfy'] as const),
] as const;
export type NotificationServiceType = (typeof notificationServiceType)[number];

/** A value that a person enters for a service. The form, the checks and the docs are made of these. */
export interface NotificationField {
  name: string;
  /** Paths are appended to a `base-address`; an `address` is used as it is. */
  kind: 'text' | 'address' | 'base-address';
  isRequired: boolean;
  /** Stored encrypted and never answered. */
  isSecret?: true;
  initial?: string;
  maxLength: number;
}

export interface NotificationServiceKind {
  type: NotificationServiceType;
  /** People run its server themselves, so that administrators may allow private addresses. */
  isSelfHosted?: true;
  fields: readonly NotificationField[];
}

/** An address that is itself the permission to send. */
const secretAddress = (name = 'url'): NotificationField => ({
  ...{ name, kind: 'address', isRequired: true, isSecret: true, maxLength: 1000 },
});
const secret = (name: string, { isRequired = true, maxLength = 200 } = {}): NotificationField => ({
  ...{ name, kind: 'text', isRequired, isSecret: true, maxLength },
});
const server = (initial = ''): NotificationField => ({
  ...{ name: 'server', kind: 'base-address', isRequired: true, initial, maxLength: 300 },
});
const text = (name: string, { isRequired = true, maxLength = 100 } = {}): NotificationField => ({
  ...{ name, kind: 'text', isRequired, maxLength },
});

/** Every service that notifications can be sent by. Mails go to the proved address of the account alone. */
export const notificationServices: Readonly<Record<NotificationServiceType, NotificationServiceKind>> = {
  email: { type: 'email', fields: [] },
  webhook: { type: 'webhook', isSelfHosted: true, fields: [secretAddress(), secret('secret')] },
  slack: { type: 'slack', fields: [secretAddress()] },
  discord: { type: 'discord', fields: [secretAddress()] },
  telegram: {
    type: 'telegram',
    fields: [secret('bot_token'), text('chat_id'), text('thread_id', { isRequired: false, maxLength: 20 })],
  },
  dingtalk: { type: 'dingtalk', fields: [secretAddress(), secret('secret', { isRequired: false })] },
  lark: { type: 'lark', fields: [secretAddress(), secret('secret', { isRequired: false })] },
  wecom: { type: 'wecom', fields: [secretAddress()] },
  bark: { type: 'bark', isSelfHosted: true, fields: [server('https://api.day.app'), secret('device_key')] },
  pushdeer: {
    ...{ type: 'pushdeer', isSelfHosted: true },
    fields: [server('https://api2.pushdeer.com'), secret('push_key')],
  },
  gotify: { type: 'gotify', isSelfHosted: true, fields: [server(), secret('token')] },
  ntfy: {
    ...{ type: 'ntfy', isSelfHosted: true },
    fields: [server('https://ntfy.sh'), secret('topic'), secret('token', { isRequired: false })],
  },
};

/**
 * The problem of a value, as a code of a field.
 * @param stored names of secrets that are there already
 */
export function notificationFieldIssue(
  { name, kind, isRequired, isSecret, maxLength }: NotificationField,
  value: string,
  stored: readonly string[],
): string | undefined {
  if (value === '') return isRequired && !(isSecret && stored.includes(name)) ? 'too_small' : undefined;
  if (value.length > maxLength) return `too_big|${maxLength}`;
  if (kind === 'address' && !isWebAddress(value)) return 'invalid_address';
  if (kind === 'base-address' && !isBaseAddress(value)) return 'invalid_address';
  return /\p{Cc}/u.test(value) ? 'text.control_characters' : undefined;
}
