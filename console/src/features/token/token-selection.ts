import { useQueryClient } from '@tanstack/react-query';
import { type TokenView, tokenCalls, tokenStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/call-api.ts';
import { errorText } from '../../api/error-text.ts';
import { useTokenName } from '../../api/token-name.ts';
import type { TableSelection } from '../../ui/data-table/row-selection.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { tokenKeys } from './token-api.ts';

/** Actions on many keys. They change one after the other, and failures are named. */
export function useTokenSelection(): TableSelection<TokenView> {
  const { t } = useTranslation(['token', 'ui']);
  const client = useQueryClient();
  const tokenName = useTokenName();

  const forEach = (change: (id: number) => Promise<unknown>) => async (tokens: TokenView[]) => {
    const failures: string[] = [];
    for (const { id, name } of tokens) {
      await change(id).catch((error) => failures.push(`${tokenName(name)}: ${errorText(error)}`));
    }
    await client.invalidateQueries({ queryKey: tokenKeys.all });
    const count = tokens.length - failures.length;
    if (failures.length === 0) showToast('success', t('batchDone', { count }));
    else showToast('warning', t('batchPartly', { count, failed: failures.length }), failures.join(' · '));
  };
  const setStatus = (status: 1 | 2) =>
    forEach((id) => callApi(tokenCalls.update, { query: { status_only: true }, input: { id, status } }));

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
