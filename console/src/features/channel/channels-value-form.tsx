import { useQuery } from '@tanstack/react-query';
import { type ChannelView, channelInput } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { ListInput } from '../../ui/form/list-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { groupSymbolsQuery } from './channel-api.ts';

/** Values that many channels can get at once. */
export type ChannelsValue = 'group' | 'priority' | 'weight';

interface ChannelsValueFormProps {
  value: ChannelsValue;
  channels: readonly ChannelView[];
  onClose: () => void;
  onChosen: (chosen: Partial<Pick<ChannelView, ChannelsValue>>) => Promise<unknown>;
}

const shapes = {
  group: channelInput.pick({ group: true }),
  priority: channelInput.pick({ priority: true }),
  weight: channelInput.pick({ weight: true }),
};

/** Gives many channels the same groups, priority or weight; begins with what the first one has. */
export function ChannelsValueForm({ value, channels, onClose, onChosen }: ChannelsValueFormProps) {
  const { t } = useTranslation('channel');
  const groups = useQuery(groupSymbolsQuery).data ?? [];
  const count = channels.length;
  const texts = {
    group: { title: t('setGroupTitle', { count }), submit: t('setGroup') },
    priority: { title: t('setPriorityTitle', { count }), submit: t('setPriority') },
    weight: { title: t('setWeightTitle', { count }), submit: t('setWeight') },
  }[value];
  const form = useContractForm(
    shapes[value] as typeof shapes.group,
    { [value]: channels[0]?.[value] } as never,
  );
  return (
    <FormDialog
      form={form}
      title={texts.title}
      submitLabel={texts.submit}
      onClose={onClose}
      onSubmit={(chosen) => onChosen(chosen)}
    >
      {value === 'group' ? (
        <ListInput name="group" label={t('group')} hint={t('groupHint')} options={groups} />
      ) : (
        <TextInput name={value} label={t(value)} hint={t(`${value}Hint`)} isNumber />
      )}
    </FormDialog>
  );
}
