import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';

const CellTip = lazy(() => import('./cell-tip.tsx'));

/** A press that comes with it is answered first. */
const AFTER_MS = 200;

/** `CellTip`, loaded when a mouse or the focus first comes to the list; a finger is not announced, so at once. */
export function LazyCellTip({ list }: { list: RefObject<HTMLElement | null> }) {
  const [isWanted, setWanted] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  useEffect(() => {
    if (isWanted) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const want = () => {
      stop.abort();
      timer = setTimeout(() => setWanted(true), AFTER_MS);
    };
    list.current?.addEventListener('pointerover', want, { signal: stop.signal });
    list.current?.addEventListener('focusin', want, { signal: stop.signal });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [list, isWanted]);
  return <Suspense>{isWanted ? <CellTip list={list} /> : null}</Suspense>;
}
