import { useTranslation } from 'react-i18next';
import type { TableSelection } from '../../ui/data-table/row-selection.ts';
import { showToast } from '../../ui/toast/toast.ts';
import type { SharedPriceRow } from './price-list.ts';
import { useDeletePrices, useLockPrices } from './pricing-api.ts';

/** Actions on many prices. */
export function usePriceSelection(): TableSelection<SharedPriceRow> {
  const { t } = useTranslation(['pricing', 'ui']);
  const lock = useLockPrices();
  const remove = useDeletePrices();
  const modelsOf = (rows: SharedPriceRow[]) => rows.flatMap(({ models }) => models);
  const setLock = (locked: boolean) => async (rows: SharedPriceRow[]) => {
    await lock.mutateAsync({ models: modelsOf(rows), locked });
    showToast('success', t('saved'));
  };
  return {
    nameOf: ({ models }) => models.join(', '),
    actions: [
      { label: t('lockPrices'), onRun: setLock(true) },
      { label: t('unlockPrices'), onRun: setLock(false) },
      {
        label: t('ui:delete'),
        isDestructive: true,
        confirm: (rows) => ({
          title: t('deleteManyTitle', { count: modelsOf(rows).length }),
          hint: t('deleteHint'),
        }),
        onRun: async (rows) => {
          await remove.mutateAsync(modelsOf(rows));
          showToast('success', t('deleted'));
        },
      },
    ],
  };
}
