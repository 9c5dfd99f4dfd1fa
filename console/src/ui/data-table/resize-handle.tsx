import Box from '@mui/material/Box';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dragColumn } from './column-drag.ts';
import { boundWidth, columnWidth } from './column-width.ts';

interface ResizeHandleProps {
  /** The column's. */
  name: string;
  /** Px, where it was changed by hand. */
  width: number | undefined;
  /** @param width px; undefined makes it follow the content again */
  onChange: (width: number | undefined) => void;
}

/** The right edge of a head cell: dragged, or moved by Shift and an arrow; a double press gives it up. */
export function ResizeHandle({ name, width, onChange }: ResizeHandleProps) {
  const { t } = useTranslation('ui');
  const [measured, setMeasured] = useState<number>(columnWidth.min);
  const label = t('widthOf', { name });
  const now = width ?? measured;
  return (
    <Box
      component="span"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={columnWidth.min}
      aria-valuemax={columnWidth.max}
      aria-valuenow={now}
      aria-valuetext={width === undefined ? t('widthAutomatic') : t('widthPx', { width })}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Home"
      data-tip={t('widthKeys')}
      tabIndex={-1}
      onFocus={({ currentTarget }) => setMeasured(widthOf(currentTarget))}
      onDoubleClick={() => onChange(undefined)}
      onPointerDown={({ nativeEvent, currentTarget }) => {
        if (nativeEvent.button !== 0) return;
        // Marks no text on the way.
        nativeEvent.preventDefault();
        dragColumn({ event: nativeEvent, handle: currentTarget, onEnd: onChange });
      }}
    />
  );
}

const widthOf = (element: Element): number => boundWidth(element.closest('th')?.offsetWidth ?? 0);

/** Keys anywhere in a head cell that change its column's width; others are left to the grid. */
export function resizeByKey(
  event: KeyboardEvent<HTMLElement>,
  onChange: ResizeHandleProps['onChange'],
): void {
  const { key, shiftKey, ctrlKey } = event;
  const isOnHandle = (event.target as HTMLElement).matches('[role="separator"]');
  if (key === 'Home' && isOnHandle && !ctrlKey) onChange(undefined);
  else if (shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    const by = key === 'ArrowRight' ? columnWidth.step : -columnWidth.step;
    onChange(boundWidth(widthOf(event.currentTarget) + by));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
