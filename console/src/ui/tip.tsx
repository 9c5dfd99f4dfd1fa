import Box from '@mui/material/Box';
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Anchored } from './anchored.tsx';

const REST_MS = 300;
const LEAVE_MS = 100;
const PRESS_MS = 450;
const AFTER_PRESS_MS = 1500;

interface TipProps {
  /** Also the name of what has none. */
  text: string;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A short text beside something while the mouse rests on it, a finger stays on it, or it has the focus. */
export function Tip({ text, children }: TipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (next: HTMLElement | null, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  // Escape closes it wherever the focus is.
  useEffect(() => {
    if (anchor === null) return undefined;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setAnchor(null);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [anchor]);

  return (
    <>
      {cloneElement(children, {
        'aria-label': children.props['aria-label'] ?? text,
        onPointerEnter: (event: PointerEvent<HTMLElement>) =>
          event.pointerType === 'touch' ? undefined : show(event.currentTarget, REST_MS),
        onPointerLeave: () => show(null, LEAVE_MS),
        onPointerDown: (event: PointerEvent<HTMLElement>) =>
          event.pointerType === 'touch' ? show(event.currentTarget, PRESS_MS) : show(null, 0),
        onPointerUp: () => show(null, AFTER_PRESS_MS),
        onFocus: (event: FocusEvent<HTMLElement>) =>
          event.currentTarget.matches(':focus-visible') ? show(event.currentTarget, 0) : undefined,
        onBlur: () => show(null, 0),
      })}
      {anchor ? (
        <Anchored
          anchor={anchor}
          side="bottom"
          role="tooltip"
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => show(null, LEAVE_MS)}
          sx={{ py: '6px' }}
        >
          <Box
            sx={{
              maxWidth: 'min(300px, calc(100vw - 32px))',
              px: 2,
              py: 1,
              borderRadius: '6px',
              fontSize: 12,
              fontWeight: 500,
              lineHeight: 1.4,
              overflowWrap: 'anywhere',
              color: 'common.white',
              bgcolor: 'Tooltip.bg',
            }}
          >
            {text}
          </Box>
        </Anchored>
      ) : null}
    </>
  );
}
