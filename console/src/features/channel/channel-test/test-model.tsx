import Box from '@mui/material/Box';
import type { ChannelView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import FailureAlert from '../../../ui/state/failure-alert.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { useTestChannel } from '../channel-api.ts';
import {
  isKindRefused,
  KIND_NOT_OFFERED,
  kindToAsk,
  type TestKind,
  TestKindField,
} from './test-kind-field.tsx';

/** Tests a saved channel with a chosen model and kind of request; stays open where that fails. */
export function TestModel({ channel, onClose }: { channel: ChannelView; onClose: () => void }) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  const test = useTestChannel();
  const [model, setModel] = useState(channel.test_model);
  const [kind, setKind] = useState<TestKind>('auto');
  const { id, name } = channel;
  const isRefused = isKindRefused(test.error);

  const run = () =>
    test.mutate(
      { id, model: model.trim(), ...kindToAsk(kind) },
      {
        onSuccess: ({ time }) => {
          showToast('success', t('testedOk', { name, time: formats.duration(time * 1000) }));
          onClose();
        },
      },
    );

  return (
    <ConfirmDialog
      isOpen
      title={t('testFormTitle', { name })}
      confirmLabel={t('test')}
      isBusy={test.isPending}
      isHarmless
      onClose={onClose}
      onConfirm={run}
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        {t('testFormHint')}
        <TextField
          name="model"
          label={t('testFormModel')}
          hint={t('testFormModelHint')}
          value={model}
          onChange={(text) => {
            setModel(text);
            test.reset();
          }}
          isOptional
        />
        <TestKindField
          value={kind}
          onChange={(chosen) => {
            setKind(chosen);
            test.reset();
          }}
          error={isRefused ? KIND_NOT_OFFERED : undefined}
        />
        {test.isError && !isRefused ? <FailureAlert error={test.error} /> : null}
      </Box>
    </ConfirmDialog>
  );
}
