import SaveIcon from '@mui/icons-material/CheckOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FocusEvent, type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ZodError, ZodType } from 'zod';
import { fieldIssue, fieldText } from '../form/field-issue.ts';
import { showErrorToast } from '../toast/toast.ts';

interface NumberEditorProps {
  value: number;
  /** Accessible name of the field. */
  label: string;
  rule: ZodType<number>;
  /** Leaving the field saves as well. */
  isSavedOnBlur?: boolean;
  onSave: (value: number) => Promise<unknown>;
  /** Called after a failed save, which is shown; the list may have to be read again. */
  onFailed: () => void;
  onClose: () => void;
}

/** Enter or the tick saves, Escape leaves. A change by another person in the meantime is shown; nothing is lost. */
export function NumberEditor({
  value,
  label,
  rule,
  isSavedOnBlur = false,
  onSave,
  onFailed,
  onClose,
}: NumberEditorProps) {
  const { t } = useTranslation('ui');
  const errorId = useId();
  const [text, setText] = useState(String(value));
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // Not that of a form which the list stands in.
    event.stopPropagation();
    void save();
  }

  async function save() {
    const read = rule.safeParse(text.trim() === '' ? undefined : Number(text));
    if (!read.success) return setFault(faultOf(read.error));
    setBusy(true);
    try {
      await onSave(read.data);
      onClose();
    } catch (error) {
      showErrorToast(error);
      onFailed();
    } finally {
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  /** Leaving the field without a change closes it. */
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return;
    if (text === String(value)) onClose();
    else if (isSavedOnBlur && !isBusy) void save();
  }

  return (
    <Box
      component="form"
      data-fills-cell
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
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
            'aria-label': label,
            'aria-describedby': fault === undefined ? undefined : errorId,
            inputMode: 'numeric',
          }}
          sx={{ width: 88, height: 28, '& input': { textAlign: 'right' } }}
        />
        <IconButton type="submit" size="small" aria-label={t('save')} loading={isBusy}>
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

const faultOf = ({ issues: [first] }: ZodError): string =>
  fieldIssue((first ?? {}) as Parameters<typeof fieldIssue>[0]);
