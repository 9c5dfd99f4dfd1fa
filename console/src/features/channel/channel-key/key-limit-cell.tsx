import { type ChannelKeyView, callLimits } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useReread } from '../../../ui/list/entity-mutations.ts';
import { NumberCell } from '../../../ui/list/number-cell.tsx';
import { NumberEditor } from '../../../ui/list/number-editor.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { channels } from '../channel-api.ts';
import { keyName, useChangeKey } from './channel-key-api.ts';

interface KeyLimitCellProps {
  channelId: number;
  entry: ChannelKeyView;
  field: keyof typeof callLimits;
  header: string;
}

/** One of a key's limits; none is a dash. */
export function KeyLimitCell({ channelId, entry, field, header }: KeyLimitCellProps) {
  const { t } = useTranslation(['channel-key', 'channel', 'ui']);
  const formats = useFormats();
  const change = useChangeKey(channelId);
  const reread = useReread(channels);
  const value = entry[field];
  const name = keyName(entry);
  const shown = value === 0 ? '–' : formats.number(value);
  return (
    <NumberCell
      label={t('changeKeyLimit', { limit: header, name, value: shown })}
      editor={(onClose) => (
        <NumberEditor
          value={value}
          label={t('keyLimitOf', { limit: header, name })}
          rule={callLimits[field]}
          onSave={async (next) => {
            if (next === value) return;
            await change.mutateAsync({ key_id: entry.id, etag: entry.etag, [field]: next });
            showToast('success', t('keySaved', { name }));
          }}
          onFailed={reread}
          onClose={onClose}
        />
      )}
    >
      {shown}
    </NumberCell>
  );
}
