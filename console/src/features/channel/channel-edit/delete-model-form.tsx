import Box from '@mui/material/Box';
import { type BatchResult, type ChannelView, modelDeletion, withoutModel } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useShortList } from '../../../ui/text/use-short-list.ts';
import { useDeleteModel } from './channel-edit-api.ts';
import { EditPreview } from './edit-preview.tsx';

export interface ChannelsEditProps {
  channels: readonly ChannelView[];
  onClose: () => void;
  onDone: (result: BatchResult) => void;
}

interface DeleteModelFormProps extends ChannelsEditProps {
  /** The model that the list is filtered by; empty if by none. */
  model: string;
}

/** Deletes one model from the selected channels, after showing what is left of each. */
export default function DeleteModelForm({ channels, model, onClose, onDone }: DeleteModelFormProps) {
  const { t } = useTranslation('channel-edit');
  const shortList = useShortList();
  const remove = useDeleteModel();
  const names = useMemo(() => modelsOf(channels), [channels]);
  const shape = modelDeletion
    .pick({ value: true })
    .refine(({ value }) => channels.some(({ models }) => 'after' in withoutModel(models, value)), {
      path: ['value'],
      message: 'channel.none_changes',
    });
  const form = useContractForm(shape, { value: names.includes(model) ? model : '' });
  const value = form.watch('value').trim();
  const edits = channels.map((channel) => ({ channel, edit: withoutModel(channel.models, value) }));
  return (
    <FormDialog
      form={form}
      title={t('deleteModelTitle', { count: channels.length })}
      submitLabel={t('deleteModel')}
      onClose={onClose}
      onSubmit={async (given) =>
        onDone(await remove.mutateAsync({ ids: channels.map(({ id }) => id), ...given }))
      }
    >
      <TextInput name="value" label={t('model')} hint={t('deleteModelHint')} suggestions={names} autoFocus />
      {value === '' ? null : (
        <EditPreview
          edits={edits}
          change={({ models }, after) => {
            const [before, left] = [models.split(','), after.split(',')];
            return (
              <>
                <Box component="span" className="tabular">
                  {t('modelsChange', { before: before.length, after: left.length })}
                </Box>
                <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                  {shortList(left)}
                </Box>
              </>
            );
          }}
        />
      )}
    </FormDialog>
  );
}

/** Names that the channels list, each once. */
const modelsOf = (channels: readonly ChannelView[]): string[] =>
  [...new Set(channels.flatMap(({ models }) => models.split(',')))].sort();
