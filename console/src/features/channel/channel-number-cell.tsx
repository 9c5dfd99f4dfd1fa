import type { ChannelRow } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { NumberCell } from '../../ui/list/number-cell.tsx';
import { ChannelNumberEditor } from './channel-number-editor.tsx';
import { isTagRow } from './channel-tag/use-tag-rows.ts';

interface ChannelNumberCellProps {
  row: ChannelRow;
  field: 'priority' | 'weight';
}

/** Priority or weight of a channel; that of a tag's row is given to all of its channels. */
export function ChannelNumberCell({ row, field }: ChannelNumberCellProps) {
  const { t } = useTranslation('channel');
  const value = row[field];
  const name = isTagRow(row) ? row.tag : row.name;
  return (
    <NumberCell
      label={t(field === 'priority' ? 'changePriority' : 'changeWeight', { name, value })}
      editor={(onClose) => <ChannelNumberEditor row={row} field={field} name={name} onClose={onClose} />}
    >
      {value}
    </NumberCell>
  );
}
