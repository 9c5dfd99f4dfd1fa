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
import { TipText } from './tip-text.tsx';

const REST_MS = 300;
const LEAVE_MS = 100;
const PRESS_MS = 450;
const AFTER_PRESS_MS = 1500;

interface TipProps {
  /** Also the name of what has none. */
  text: string;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A short text next to something while the mouse rests on it, a finger stays on it, or it has the focus. */
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
        <TipText
          text={text}
          maxWidth={300}
          anchor={anchor}
          side="bottom"
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => show(null, LEAVE_MS)}
        />
      ) : null}
    </>
  );
}
