import ButtonBase from '@mui/material/ButtonBase';
import type { ChannelRow } from '@turnpike/contract';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.ts';
import { isTagRow } from './use-tag-rows.ts';

const NumberEditor = lazyPart(async () => ({
  default: (await import('./rare-list-parts.tsx')).NumberEditor,
}));

interface NumberCellProps {
  row: ChannelRow;
  field: 'priority' | 'weight';
}

/** A number of a row that is changed in its place; that of a tag's row is given to all of its channels. */
export function NumberCell({ row, field }: NumberCellProps) {
  const { t } = useTranslation('channel');
  const [isEdited, setEdited] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const value = row[field];
  const name = isTagRow(row) ? row.tag : row.name;
  const shown = (
    <ButtonBase
      ref={button}
      aria-label={t(field === 'priority' ? 'changePriority' : 'changeWeight', { name, value })}
      onClick={() => setEdited(true)}
      sx={{
        ...{ px: 2, mx: -2, minWidth: 32, height: 28, justifyContent: 'flex-end', borderRadius: '6px' },
        ...{ font: 'inherit', '&:hover': { bgcolor: 'action.hover' } },
      }}
    >
      {value}
    </ButtonBase>
  );
  if (!isEdited) return shown;
  return (
    <Suspense fallback={shown}>
      <NumberEditor
        row={row}
        field={field}
        name={name}
        onClose={() => {
          setEdited(false);
          // The keyboard goes on from where it was.
          requestAnimationFrame(() => button.current?.focus());
        }}
      />
    </Suspense>
  );
}
