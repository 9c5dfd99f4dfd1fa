import Box from '@mui/material/Box';
import type { OptionKey } from '@turnpike/contract';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { useSaveOptions } from './setting-api.ts';

interface OptionsOffProps {
  keys: readonly OptionKey[];
  label: string;
  /** Names the effect. */
  title: string;
  effect: string;
  done: string;
}

/** Empties options with secrets: an empty field of a secret means no change. */
export function OptionsOff({ keys, label, title, effect, done }: OptionsOffProps) {
  const save = useSaveOptions();
  const turnOff = () =>
    save.mutate(
      { options: keys.map((key) => ({ key, value: '' })), etags: [] },
      { onSuccess: () => showToast('success', done) },
    );
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <ConfirmButton label={label} title={title} isBusy={save.isPending} onConfirm={turnOff}>
        {effect}
      </ConfirmButton>
      {save.error ? <FailureNote text={errorText(save.error)} requestId={requestIdOf(save.error)} /> : null}
    </Box>
  );
}
