import { type ChannelRow, channelChange } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useChange, useReread } from '../../ui/list/entity-mutations.ts';
import { NumberEditor } from '../../ui/list/number-editor.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { channels } from './channel-api.ts';
import { useSetTagPriority } from './channel-tag/channel-tag-api.ts';
import { isTagRow } from './channel-tag/use-tag-rows.ts';

interface ChannelNumberEditorProps {
  row: ChannelRow;
  field: 'priority' | 'weight';
  name: string;
  onClose: () => void;
}

export function ChannelNumberEditor({ row, field, name, onClose }: ChannelNumberEditorProps) {
  const { t } = useTranslation('channel');
  const change = useChange(channels);
  const setTagPriority = useSetTagPriority(row.tag);
  const reread = useReread(channels);

  async function save(value: number) {
    if (isTagRow(row)) {
      const count = await setTagPriority.mutateAsync(value);
      showToast('success', t('tagSaved', { tag: row.tag, count }));
    } else if (value !== row[field]) {
      await change.mutateAsync({ id: row.id, etag: row.etag, [field]: value });
      showToast('success', t('saved', { name }));
    }
  }

  return (
    <NumberEditor
      value={row[field]}
      label={t(field === 'priority' ? 'priorityOf' : 'weightOf', { name })}
      rule={rules[field]}
      onSave={save}
      onFailed={reread}
      onClose={onClose}
    />
  );
}

const { priority, weight } = channelChange.shape;
const rules = { priority: priority.unwrap(), weight: weight.unwrap() };
