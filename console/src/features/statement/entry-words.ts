import type { LedgerReferenceType, StatementEntry } from '@turnpike/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { useFormats } from '../../ui/text/use-formats.ts';

/** References that people know by their number. */
const named: readonly LedgerReferenceType[] = ['code', 'order', 'invitation', 'task', 'entry'];

/** An entry of the ledger in words; `reference` is empty where the kind says it all. */
export function useEntryWords(): (entry: StatementEntry) => { kind: string; reference: string; who: string } {
  const { t } = useTranslation('statement');
  const formats = useFormats();
  const site = useSite().name;
  return useCallback(
    ({ kind, reference_type: type, reference, calls, by, actor }) => {
      const who = {
        owner: t('byOwner'),
        system: site,
        administrator: actor?.username ?? t('byAdministrator'),
      };
      let about = '';
      if (type === 'call') about = t('calls', { count: 1, number: formats.number(1) });
      else if (calls !== null) about = t('calls', { count: calls, number: formats.number(calls) });
      else if (type === 'debt') about = t('reference_debt');
      else if (type !== null && named.includes(type))
        about = t(`reference_${type as 'code'}`, { id: reference });
      return { kind: t(`kind_${kind}`), reference: about, who: who[by] };
    },
    [t, formats, site],
  );
}
