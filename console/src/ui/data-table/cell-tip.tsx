import { type RefObject, useEffect, useId, useState } from 'react';
import { TipText } from '../overlay/tip-text.tsx';
import { CellTipWatch, type ShownTip } from './cell-tip-watch.ts';

/** The whole text of a cell that is cut off: one for all cells of a list. */
export function CellTip({ list }: { list: RefObject<HTMLElement | null> }) {
  const id = useId();
  const [tip, setTip] = useState<ShownTip | null>(null);
  const [watch] = useState(() => new CellTipWatch(id, setTip));
  useEffect(() => (list.current ? watch.attach(list.current) : undefined), [watch, list]);
  if (tip === null) return null;
  return (
    <TipText
      id={id}
      text={tip.text}
      maxWidth={480}
      anchor={tip.anchor}
      side="top"
      onPointerEnter={watch.stay}
      onPointerLeave={watch.leave}
    />
  );
}
