import { type KeyChange, NEVER_EXPIRES, tokenStatus } from '@turnpike/contract';
import type { TFunction } from 'i18next';
import type { Formats } from '../../ui/text/use-formats.ts';

/** A changed member of a key, with its new value where that is a number. */
export function keyChangeText(
  { member, value }: KeyChange,
  { t, formats }: { t: TFunction<'log'>; formats: Formats },
): string {
  if (member === 'status') return value === tokenStatus.enabled ? t('keyEnabled') : t('keyDisabled');
  if (member === 'unlimited_quota') return value === 1 ? t('keyUnlimited') : t('keyLimited');
  // `backup_group` is the first of the spare groups.
  const name = t(`keyMember_${member === 'backup_group' ? 'spare_groups' : member}` as 'keyMember_name');
  if (value === undefined) return name;
  return `${name} ${valueText(member, value, { t, formats })}`;
}

function valueText(
  member: string,
  value: number,
  { t, formats }: { t: TFunction<'log'>; formats: Formats },
): string {
  if (member === 'remain_quota') return formats.quota(value);
  if (member !== 'expired_time') return formats.number(value);
  return value === NEVER_EXPIRES ? t('keyNever') : formats.time(value);
}
