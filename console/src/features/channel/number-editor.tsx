import SaveIcon from '@mui/icons-material/CheckOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ChannelRow, channelChange } from '@turnpike/contract';
import { type FocusEvent, type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ZodError } from 'zod';
import { fieldIssue, fieldText } from '../../ui/form/field-issue.ts';
import { showErrorToast, showToast } from '../../ui/toast.ts';
import { useChangeChannel, useRereadChannels } from './channel-api.ts';
import { useSetTagPriority } from './channel-tag-api.ts';
import { isTagRow } from './use-tag-rows.ts';

interface NumberEditorProps {
  row: ChannelRow;
  field: 'priority' | 'weight';
  name: string;
  onClose: () => void;
}

/** Enter or the tick saves, Escape leaves. What somebody else changed meanwhile is told and shown; nothing is lost. */
export function NumberEditor({ row, field, name, onClose }: NumberEditorProps) {
  const { t } = useTranslation(['channel', 'ui']);
  const change = useChangeChannel();
  const setTagPriority = useSetTagPriority(row.tag);
  const reread = useRereadChannels();
  const errorId = useId();
  const [text, setText] = useState(String(row[field]));
  const [fault, setFault] = useState<string>();
  const isBusy = change.isPending || setTagPriority.isPending;

  async function save(event: FormEvent) {
    event.preventDefault();
    const read = rules[field].safeParse(text.trim() === '' ? undefined : Number(text));
    if (!read.success) return setFault(faultOf(read.error));
    if (read.data === row[field] && !isTagRow(row)) return onClose();
    try {
      if (isTagRow(row)) {
        const count = await setTagPriority.mutateAsync(read.data);
        showToast('success', t('tagSaved', { tag: row.tag, count }));
      } else {
        await change.mutateAsync({ id: row.id, etag: row.etag, [field]: read.data });
        showToast('success', t('saved', { name }));
      }
      onClose();
    } catch (error) {
      showErrorToast(error);
      reread();
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  /** Who goes away without a change is done. */
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget) && text === String(row[field])) onClose();
  }

  return (
    <Box component="form" noValidate onSubmit={save} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Box sx={{ display: 'inline-flex', alignItems: 'center' }}>
        <OutlinedInput
          autoFocus
          type="number"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setFault(undefined);
          }}
          onFocus={({ target }) => target.select()}
          error={fault !== undefined}
          inputProps={{
            'aria-label': t(field === 'priority' ? 'priorityOf' : 'weightOf', { name }),
            'aria-describedby': fault === undefined ? undefined : errorId,
            inputMode: 'numeric',
          }}
          sx={{ width: 88, height: 28, '& input': { textAlign: 'right' } }}
        />
        <IconButton type="submit" size="small" aria-label={t('ui:save')} loading={isBusy}>
          <SaveIcon fontSize="small" />
        </IconButton>
      </Box>
      {fault === undefined ? null : (
        <Box
          id={errorId}
          role="alert"
          sx={{ color: 'error.main', fontSize: '0.75rem', whiteSpace: 'normal' }}
        >
          {fieldText(fault)}
        </Box>
      )}
    </Box>
  );
}

const { priority, weight } = channelChange.shape;
const rules = { priority: priority.unwrap(), weight: weight.unwrap() };

const faultOf = ({ issues: [first] }: ZodError): string =>
  fieldIssue((first ?? {}) as Parameters<typeof fieldIssue>[0]);
