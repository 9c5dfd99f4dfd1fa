import Box, { type BoxProps } from '@mui/material/Box';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

/** Kept free at the edges of the window. */
const EDGE_PX = 8;

export interface AnchoredProps extends BoxProps {
  anchor: Element;
  /** Where there is room on neither side, the larger one is taken. */
  side: 'top' | 'bottom';
}

/**
 * Lies over everything at an element, at its start, and follows it. Small next to the library's popper, which would be
 * a tenth of what a list loads.
 */
export function Anchored({ anchor, side, sx, ...props }: AnchoredProps) {
  const box = useRef<HTMLDivElement>(null);

  // Its own size is known once it is drawn, and may be another each time.
  useLayoutEffect(() => {
    if (box.current) place(box.current, anchor, side);
  });

  // Scrolling parents and the window are outside of React.
  useEffect(() => {
    const follow = () => box.current && place(box.current, anchor, side);
    const stop = new AbortController();
    const options = { capture: true, passive: true, signal: stop.signal };
    window.addEventListener('scroll', follow, options);
    window.addEventListener('resize', follow, options);
    return () => stop.abort();
  }, [anchor, side]);

  return createPortal(
    <Box ref={box} {...props} sx={{ position: 'fixed', zIndex: 'tooltip', width: 'max-content', ...sx }} />,
    document.body,
  );
}

function place(box: HTMLElement, anchor: Element, side: 'top' | 'bottom'): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const above = top - EDGE_PX;
  const below = window.innerHeight - bottom - EDGE_PX;
  const [wanted, other] = side === 'top' ? [above, below] : [below, above];
  const isAbove = (side === 'top') === (wanted >= height || wanted >= other);
  const furthest = window.innerWidth - width - EDGE_PX;
  box.style.top = `${isAbove ? top - height : bottom}px`;
  box.style.left = `${Math.max(EDGE_PX, Math.min(left, furthest))}px`;
}
