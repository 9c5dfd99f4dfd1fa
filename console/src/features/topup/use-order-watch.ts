import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isOpen } from './order-state.ts';
import { ownOrderQuery } from './topup-api.ts';

const FAST_MS = 3000;
const SLOW_MS = 10_000;
const FAST_FOR_MS = 120_000;

/** An order that is read again until it ends. A hidden tab reads nothing, and a tab that is shown again reads at once. */
export function useOrderWatch(tradeNo: string) {
  const [startedAtMs] = useState(() => Date.now());
  return useQuery({
    ...ownOrderQuery(tradeNo),
    refetchOnWindowFocus: 'always',
    refetchInterval({ state: { data } }) {
      if (data === undefined || !isOpen(data)) return false;
      return Date.now() - startedAtMs < FAST_FOR_MS ? FAST_MS : SLOW_MS;
    },
  });
}
