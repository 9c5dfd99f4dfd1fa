import {
  digestKinds,
  type NotificationKind,
  type NotificationServiceType,
  type NotificationTargetInput,
  type NotificationTargetView,
  notificationConfigIssues,
  notificationKind,
  notificationServices,
} from '@turnpike/contract';
import type { Selectable } from 'kysely';
import type { NotificationTargetTable } from '../../db/tables/notification-tables.ts';
import type { ServiceValues } from '../../notification/notification-service.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { mayHearSite, TRIED_SECONDS } from './notify.ts';
import { nextDigestAt } from './quiet-hours.ts';

export type TargetRow = Selectable<NotificationTargetTable>;
type StoredValues = Pick<TargetRow, 'uuid' | 'config' | 'secrets_sealed'>;

const purposeOf = (uuid: string): string => `notification_targets.secrets:${uuid}`;

const openSecrets = (secretBox: SecretBox, { uuid, secrets_sealed }: StoredValues): Record<string, string> =>
  JSON.parse(secretBox.open(secrets_sealed, purposeOf(uuid)));

/** All values of a target, for the code of its service only. */
export const openValues = (secretBox: SecretBox, row: StoredValues): ServiceValues => ({
  ...JSON.parse(row.config),
  ...openSecrets(secretBox, row),
});

export const kindsOf = ({ kinds }: Pick<TargetRow, 'kinds'>): NotificationKind[] => {
  const stored = new Set(kinds.split(','));
  return notificationKind.filter((kind) => stored.has(kind));
};

export function toTargetView(
  secretBox: SecretBox,
  row: TargetRow,
  nowSeconds: number,
): NotificationTargetView {
  const { id, type, name, quiet_from, quiet_to, time_zone, last_answer, last_time } = row;
  const secrets = openSecrets(secretBox, row);
  return {
    ...{ id, type, name, quiet_from, quiet_to, time_zone, last_answer, last_time },
    kinds: kindsOf(row),
    enabled: row.enabled === 1,
    allow_private: row.allow_private === 1,
    config: JSON.parse(row.config),
    secrets: Object.keys(secrets).filter((secret) => secrets[secret] !== ''),
    state: stateOf(row, nowSeconds),
  };
}

function stateOf(
  { last_time, failing_since }: Pick<TargetRow, 'last_time' | 'failing_since'>,
  nowSeconds: number,
): NotificationTargetView['state'] {
  if (last_time === 0) return 'new';
  if (failing_since === 0) return 'ok';
  return nowSeconds - failing_since >= TRIED_SECONDS ? 'failed' : 'failing';
}

/**
 * Completes the values of a form with stored secrets where they are empty. A secret was entered for its server alone, so
 * another address needs it again.
 * @param stored undefined for a new target
 * @throws request.invalid with the fields
 */
export function completeValues(
  secretBox: SecretBox,
  { type, config }: { type: NotificationServiceType; config: Readonly<Record<string, string>> },
  stored: TargetRow | undefined,
): { open: Record<string, string>; secrets: Record<string, string> } {
  const { fields } = notificationServices[type];
  const given = Object.fromEntries(
    fields.map(({ name, isSecret, initial = '' }) => [name, config[name] ?? (isSecret ? '' : initial)]),
  );
  const open = pick(given, (name) => !fields.find((field) => field.name === name)?.isSecret);
  const kept = stored !== undefined && isSameServer(stored, given) ? openSecrets(secretBox, stored) : {};
  const secretNames = Object.keys(kept).filter((name) => kept[name] !== '');
  const issues = notificationConfigIssues({ type, config: { ...config, ...given } }, secretNames);
  if (issues.length > 0) {
    const invalid = issues.map(({ path, message }) => ({ field: path.join('.'), code: message }));
    throw new GatewayError('request.invalid', {}, { fields: invalid });
  }
  const secrets = pick(given, (name) => !(name in open));
  for (const name of Object.keys(secrets)) secrets[name] ||= kept[name] ?? '';
  return { open, secrets };
}

function isSameServer({ type, config }: TargetRow, given: Readonly<Record<string, string>>): boolean {
  const stored: Record<string, string> = JSON.parse(config);
  return notificationServices[type].fields.every(({ name, kind }) => {
    if (kind === 'base-address') return stored[name] === given[name];
    return kind !== 'address' || given[name] === '';
  });
}

const pick = (values: Record<string, string>, takes: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => takes(name)));

const toFlag = (value: boolean) => (value ? (1 as const) : (0 as const));

/** Columns of what a person chose about a target, whatever its service. */
export function toStored(
  input: Omit<NotificationTargetInput, 'type' | 'config'>,
  { isAdmin, nowSeconds, stored }: { isAdmin: boolean; nowSeconds: number; stored?: TargetRow },
) {
  const { name, kinds, enabled, quiet_from, quiet_to, time_zone, allow_private } = input;
  const hasDigest = enabled && kinds.some((kind) => digestKinds.includes(kind));
  // A summary that is due already must not wait for another day.
  const kept = stored?.time_zone === time_zone ? stored.digest_at : 0;
  return {
    ...{ name, quiet_from, quiet_to, time_zone },
    kinds: `,${[...new Set(kinds)].join(',')},`,
    hears_site: toFlag(isAdmin && kinds.some(mayHearSite)),
    enabled: toFlag(enabled),
    allow_private: toFlag(allow_private),
    digest_at: hasDigest ? kept || nextDigestAt(nowSeconds, time_zone) : 0,
  };
}

export const sealSecrets = (secretBox: SecretBox, uuid: string, secrets: Record<string, string>): string =>
  secretBox.seal(JSON.stringify(secrets), purposeOf(uuid));
