import type { OwnOrderView } from '@turnpike/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/text/use-formats.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { pointsOf } from './order-state.ts';
import { useRenewBalance, useRenewOrders } from './topup-api.ts';

/**
 * Renews the balance and the list when an order is credited while the page is open, and announces it.
 * @param orders as the page last read them
 * @param openNo the order whose dialog announces it
 */
export function useCreditNews(orders: readonly OwnOrderView[], openNo: string | undefined): void {
  const { t } = useTranslation('topup');
  const formats = useFormats();
  const renewBalance = useRenewBalance();
  const renewOrders = useRenewOrders();
  const waiting = useRef(new Set<string>());
  const announced = useRef(new Set<string>());
  // The query cache and the toasts are outside React.
  useEffect(() => {
    for (const order of orders) {
      const { trade_no, state } = order;
      if (state !== 'credited') {
        waiting.current.add(trade_no);
        continue;
      }
      const isWaitedFor = waiting.current.has(trade_no) || trade_no === openNo;
      if (!isWaitedFor || announced.current.has(trade_no)) continue;
      announced.current.add(trade_no);
      void renewBalance();
      void renewOrders();
      if (trade_no !== openNo)
        showToast('success', t('credited', { amount: formats.quota(pointsOf(order)) }));
    }
  });
}
