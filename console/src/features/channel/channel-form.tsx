import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { type ChannelTypeView, type ChannelView, channelInput, defaultDialects } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../api/channel-types.ts';
import { useIsRoot } from '../../api/own-role.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { EntityForm, type OpenFormProps } from '../../ui/form/entity-form.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { useChange, useCreate, useRemove } from '../../ui/list/entity-mutations.ts';
import { type ChannelFormValues, channels } from './channel-api.ts';
import { ChannelFields } from './channel-fields.tsx';
import { HealthSection } from './channel-health/health-section.tsx';
import { ChannelTagForm } from './channel-tag/channel-tag-form.tsx';
import { TaggedChannelFields } from './channel-tag/tagged-channel-fields.tsx';
import { TAG_PREFIX } from './channel-tag/use-tag-rows.ts';
import { DraftTest } from './channel-test/draft-test.tsx';
import type { TestKind } from './channel-test/test-kind-field.tsx';
import { ReportedUsage } from './reported-usage.tsx';

/** The provider that a new channel begins with. */
const OPENAI = 1;

const freshChannel: Required<ChannelFormValues> = {
  type: OPENAI,
  name: '',
  key: '',
  key_mode: 'channels',
  weight: 1,
  priority: 0,
  base_url: '',
  other: '',
  models: '',
  group: 'default',
  tag: '',
  model_mapping: '',
  test_model: '',
  disabled_stream: [],
  only_chat: false,
  allow_private_network: false,
  dialects: [...defaultDialects],
  cost_ratio: 0,
  model_cost_ratios: {},
  model_headers: '',
  custom_parameter: '',
  plugin: '',
  proxy: '',
  requests_per_minute: 0,
  tokens_per_minute: 0,
  parallel_calls: 0,
};

/** The form of a new channel, of the one with this id, or of all channels of a tag (`tag:`). */
export function ChannelForm(props: OpenFormProps) {
  const { t } = useTranslation('channel');
  const types = useQuery(channelTypesQuery);
  const { id, onClose } = props;
  if (id.startsWith(TAG_PREFIX)) {
    return <ChannelTagForm tag={id.slice(TAG_PREFIX.length)} onClose={onClose} />;
  }
  return (
    <EntityForm
      {...props}
      query={channels.oneQuery}
      title={t('title')}
      fresh={
        <LoadedForm row={types} title={t('createTitle')} onClose={onClose}>
          {(types) => <NewChannelForm types={types} onClose={onClose} />}
        </LoadedForm>
      }
    >
      {(channel) => <ChangeChannelForm channel={channel} onClose={onClose} />}
    </EntityForm>
  );
}

/** Only root may send the switch at all, so that others can save what root allowed. */
function withoutRootParts<Values extends { allow_private_network?: boolean }>(
  values: Values,
  isRoot: boolean,
): Values {
  if (isRoot) return values;
  const { allow_private_network: _, ...rest } = values;
  return rest as Values;
}

function NewChannelForm({ types, onClose }: { types: readonly ChannelTypeView[]; onClose: () => void }) {
  const { t } = useTranslation('channel');
  const isRoot = useIsRoot();
  const create = useCreate(channels);
  const [kind, setKind] = useState<TestKind>('auto');
  const first = types.find((type) => type.id === OPENAI);
  return (
    <SaveForm
      schema={channelInput}
      values={{
        ...freshChannel,
        models: first?.models.join(',') ?? '',
        test_model: first?.test_model ?? '',
      }}
      draft={{ draft: 'channel' }}
      title={t('createTitle')}
      submitLabel={t('create')}
      save={(values) => create.mutateAsync(withoutRootParts(values, isRoot))}
      saved={({ name, created: { length: count } = [] }) =>
        count > 1 ? t('createdMany', { count }) : t('created', { name })
      }
      onClose={onClose}
      isLong
      extraActions={<DraftTest kind={kind} />}
    >
      <ChannelFields testKind={{ value: kind, onChange: setKind }} />
    </SaveForm>
  );
}

function ChangeChannelForm({ channel, onClose }: { channel: ChannelView; onClose: () => void }) {
  const { t } = useTranslation('channel');
  const isRoot = useIsRoot();
  const change = useChange(channels);
  const remove = useRemove(channels);
  const [kind, setKind] = useState<TestKind>('auto');
  const { id, name, tag, etag } = channel;
  const values = Object.fromEntries(
    Object.entries({ ...freshChannel, ...channel }).filter(([name]) => name in freshChannel),
  ) as Required<ChannelFormValues>;
  return (
    <SaveForm
      schema={channelInput}
      values={values}
      draft={{ draft: 'channel', row: id }}
      title={t('editTitle', { name })}
      save={({ key_mode: _, ...changed }) =>
        change.mutateAsync({ ...withoutRootParts(changed, isRoot), id, etag })
      }
      saved={(_, { name }) => t('saved', { name })}
      onClose={onClose}
      isLong
      extraActions={<DraftTest id={id} kind={kind} />}
    >
      <HealthSection id={id} />
      {tag === '' ? (
        <ChannelFields saved={channel} testKind={{ value: kind, onChange: setKind }} />
      ) : (
        <TaggedChannelFields channel={channel} />
      )}
      <ReportedUsage channel={channel} />
      <Box>
        <ConfirmButton
          label={t('deleteChannel')}
          title={t('deleteTitle', { name })}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
        >
          {t('deleteHint')}
        </ConfirmButton>
      </Box>
    </SaveForm>
  );
}
