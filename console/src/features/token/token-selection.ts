import { type TokenView, tokenCalls, tokenStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/call-api.ts';
import { errorText } from '../../api/error-text.ts';
import { useTokenName } from '../../api/token-name.ts';
import type { TableSelection } from '../../ui/data-table/row-selection.ts';
import { useReread } from '../../ui/list/entity-mutations.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { setTokenStatus, tokens } from './token-api.ts';

/** Actions on many keys. They change one after the other, and failures are named. */
export function useTokenSelection(): TableSelection<TokenView> {
  const { t } = useTranslation(['token', 'ui']);
  const reread = useReread(tokens);
  const tokenName = useTokenName();

  const forEach = (change: (id: number) => Promise<unknown>) => async (chosen: TokenView[]) => {
    const failures: string[] = [];
    for (const { id, name } of chosen) {
      await change(id).catch((error) => failures.push(`${tokenName(name)}: ${errorText(error)}`));
    }
    await reread();
    const count = chosen.length - failures.length;
    if (failures.length === 0) showToast('success', t('batchDone', { count }));
    else showToast('warning', t('batchPartly', { count, failed: failures.length }), failures.join(' · '));
  };
  const setStatus = (status: 1 | 2) => forEach((id) => setTokenStatus(id, status));

  return {
    nameOf: (token) => tokenName(token.name),
    actions: [
      { label: t('enable'), onRun: setStatus(tokenStatus.enabled) },
      { label: t('disable'), onRun: setStatus(tokenStatus.disabled) },
      {
        label: t('ui:delete'),
        isDestructive: true,
        onRun: forEach((id) => callApi(tokenCalls.remove, { params: { id } })),
        confirm: ({ length: count }) => ({ title: t('deleteManyTitle', { count }), hint: t('deleteHint') }),
      },
    ],
  };
}
