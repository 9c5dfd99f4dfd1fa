import { type LogView, logType } from '@turnpike/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { useFormats } from '../../ui/text/use-formats.ts';

/** Whether a row that is no call adds to a balance or takes from it. */
export const isBalanceChange = (row: LogView): boolean => row.type !== logType.consume && row.quota !== 0;

/** A change of a balance in words. */
export interface BalanceWords {
  name: string;
  /** A gift of the site to a new account. */
  isGift: boolean;
  /** Undefined for rows of earlier versions, which do not have it. */
  beforeAfter: string | undefined;
  by: string;
  /** Reason that a person entered; often empty. */
  why: string;
}

export function useBalanceWords(): (row: LogView) => BalanceWords {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const site = useSite().name;
  return useCallback(
    (row) => {
      const balance = row.metadata?.balance;
      const isGift = row.type === logType.system;
      const amount = (points: number) => formats.quota(points);
      return {
        isGift,
        name: isGift ? t('balanceGift') : t('balanceChange'),
        beforeAfter: balance && `${amount(balance.before)} → ${amount(balance.after)}`,
        // Only administrators change balances by hand; their names are for administrators.
        by: isGift ? site : (balance?.by?.username ?? t('byAdministrator')),
        why: row.content,
      };
    },
    [t, formats, site],
  );
}
