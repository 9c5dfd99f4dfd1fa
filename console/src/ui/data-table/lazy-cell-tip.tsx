import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';

const CellTip = lazy(() => import('./cell-tip.tsx'));

/** `CellTip`, loaded when a mouse or the focus first comes to the list; a finger is not announced, so at once. */
export function LazyCellTip({ list }: { list: RefObject<HTMLElement | null> }) {
  const [isWanted, setWanted] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  useEffect(() => {
    if (isWanted) return;
    const stop = new AbortController();
    const want = () => setWanted(true);
    list.current?.addEventListener('pointerover', want, { signal: stop.signal });
    list.current?.addEventListener('focusin', want, { signal: stop.signal });
    return () => stop.abort();
  }, [list, isWanted]);
  return <Suspense>{isWanted ? <CellTip list={list} /> : null}</Suspense>;
}
