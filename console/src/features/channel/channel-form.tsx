import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { type ChannelTypeView, type ChannelView, channelInput, defaultDialects } from '@turnpike/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../api/channel-types.ts';
import { useIsRoot } from '../../api/role.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { showToast } from '../../ui/toast/toast.ts';
import {
  type ChannelFormValues,
  channelQuery,
  useChangeChannel,
  useCreateChannel,
  useDeleteChannel,
} from './channel-api.ts';
import { ChannelFields } from './channel-fields.tsx';
import { ChannelTagForm } from './channel-tag/channel-tag-form.tsx';
import { TaggedChannelFields } from './channel-tag/tagged-channel-fields.tsx';
import { TAG_PREFIX } from './channel-tag/use-tag-rows.ts';
import { DraftTest } from './channel-test/draft-test.tsx';
import type { TestKind } from './channel-test/test-kind-field.tsx';

const ReportedUsage = lazyPart(() => import('./reported-usage.tsx'));

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
  model_headers: '',
  custom_parameter: '',
  plugin: '',
  proxy: '',
  requests_per_minute: 0,
  tokens_per_minute: 0,
  parallel_calls: 0,
};

/** The form of a new channel, of the one with this id, or of all channels of a tag (`tag:`). */
export default function ChannelForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('channel');
  const types = useQuery(channelTypesQuery);
  if (id.startsWith(TAG_PREFIX)) {
    return <ChannelTagForm tag={id.slice(TAG_PREFIX.length)} onClose={onClose} />;
  }
  if (id !== 'new') return <ExistingChannelForm id={Number(id)} onClose={onClose} />;
  return (
    <LoadedForm row={types} title={t('createTitle')} onClose={onClose}>
      {(types) => <NewChannelForm types={types} onClose={onClose} />}
    </LoadedForm>
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
  const create = useCreateChannel();
  const [kind, setKind] = useState<TestKind>('auto');
  const first = types.find((type) => type.id === OPENAI);
  const values = {
    ...freshChannel,
    models: first?.models.join(',') ?? '',
    test_model: first?.test_model ?? '',
  };
  const form = useContractForm(channelInput, values, { draft: 'channel' });
  return (
    <FormDrawer
      form={form}
      title={t('createTitle')}
      submitLabel={t('create')}
      onClose={onClose}
      extraActions={<DraftTest kind={kind} />}
      onSubmit={async (values) => {
        const channel = await create.mutateAsync(withoutRootParts(values, isRoot));
        const { name, created: { length: count } = [] } = channel;
        showToast('success', count > 1 ? t('createdMany', { count }) : t('created', { name }));
        onClose();
      }}
    >
      <ChannelFields testKind={{ value: kind, onChange: setKind }} />
    </FormDrawer>
  );
}

function ExistingChannelForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('channel');
  const channel = useQuery(channelQuery(id));
  return (
    <LoadedForm row={channel} title={t('title')} onClose={onClose}>
      {(channel) => <ChangeChannelForm channel={channel} onClose={onClose} />}
    </LoadedForm>
  );
}

function ChangeChannelForm({ channel, onClose }: { channel: ChannelView; onClose: () => void }) {
  const { t } = useTranslation(['channel', 'ui']);
  const isRoot = useIsRoot();
  const change = useChangeChannel();
  const [kind, setKind] = useState<TestKind>('auto');
  const remove = useDeleteChannel();
  const values = Object.fromEntries(
    Object.entries({ ...freshChannel, ...channel }).filter(([name]) => name in freshChannel),
  ) as Required<ChannelFormValues>;
  const form = useContractForm(channelInput, values, { draft: 'channel', row: channel.id });
  return (
    <FormDrawer
      form={form}
      title={t('editTitle', { name: channel.name })}
      submitLabel={t('ui:save')}
      onClose={onClose}
      extraActions={<DraftTest id={channel.id} kind={kind} />}
      onSubmit={async ({ key_mode: _, ...changed }) => {
        const { id, etag } = channel;
        await change.mutateAsync({ ...withoutRootParts(changed, isRoot), id, etag });
        showToast('success', t('saved', { name: changed.name }));
        onClose();
      }}
    >
      {channel.tag === '' ? (
        <ChannelFields saved={channel} testKind={{ value: kind, onChange: setKind }} />
      ) : (
        <TaggedChannelFields channel={channel} />
      )}
      <Suspense>
        <ReportedUsage channel={channel} />
      </Suspense>
      <Box>
        <ConfirmButton
          label={t('deleteChannel')}
          title={t('deleteTitle', { name: channel.name })}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(channel.id, { onSuccess: onClose })}
        >
          {t('deleteHint')}
        </ConfirmButton>
      </Box>
    </FormDrawer>
  );
}
