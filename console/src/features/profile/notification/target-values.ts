import {
  isSiteKind,
  type NotificationServiceType,
  type NotificationTargetView,
  notificationConfigIssues,
  notificationServices,
  notificationTargetFields,
} from '@turnpike/contract';
import { z } from 'zod';

const HOURS = /^$|^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;

const fields = notificationTargetFields
  .omit({ quiet_from: true, quiet_to: true })
  .extend({ quiet: z.string().trim().regex(HOURS, 'payment.hours_form') });

export type TargetValues = z.input<typeof fields>;

/** The rules of the contract, for a target with some secrets in store. */
export const targetShape = (stored: readonly string[]) =>
  fields.superRefine((value, context) => {
    for (const { path, message } of notificationConfigIssues(value, stored)) {
      const isMissing = path[0] === 'config' && message === 'too_small';
      context.addIssue({ code: 'custom', path, message: isMissing ? 'field.required' : message });
    }
  });

/** Values of a service before anything is typed. */
export const initialConfig = (type: NotificationServiceType): Record<string, string> =>
  Object.fromEntries(notificationServices[type].fields.map(({ name, initial = '' }) => [name, initial]));

export const freshTarget = (timeZone: string): TargetValues => ({
  ...{ type: 'email', name: '', config: {}, kinds: [], enabled: true, quiet: '', allow_private: false },
  time_zone: timeZone,
});

/** Values of a stored target; its secrets are empty, which leaves them as they are. */
export function valuesOf(target: NotificationTargetView): TargetValues {
  const { type, name, kinds, enabled, allow_private, time_zone, config, quiet_from, quiet_to } = target;
  const quiet = quiet_from === null || quiet_to === null ? '' : `${timeOf(quiet_from)}-${timeOf(quiet_to)}`;
  return {
    ...{ type, name, kinds, enabled, allow_private, time_zone, quiet },
    config: { ...initialConfig(type), ...config },
  };
}

/** As the server takes them. A former administrator gives up what only administrators may choose. */
export function toInput({ quiet, ...values }: TargetValues, isAdmin: boolean) {
  const [quiet_from = null, quiet_to = null] = quiet === '' ? [] : quiet.split('-').map(minuteOf);
  const kinds = isAdmin ? values.kinds : values.kinds.filter((kind) => !isSiteKind(kind));
  return { ...values, kinds, allow_private: values.allow_private && isAdmin, quiet_from, quiet_to };
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
