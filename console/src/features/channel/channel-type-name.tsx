import { useQuery } from '@tanstack/react-query';
import { LAST_BUILT_IN_OWNER } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../api/channel-types.ts';
import { ownersQuery } from '../../api/model-owners.ts';
import { OwnerName } from '../../ui/owner-mark/owner-name.tsx';
import { useChannelTypeName } from '../../ui/text/use-channel-type-name.ts';

/** A provider by its name and mark; owners of models have the numbers of the channel types. */
export function ChannelTypeName({ type }: { type: number }) {
  const { t } = useTranslation('channel');
  // Above them people make owners of their own, whose numbers mean no provider.
  const isOwner = type <= LAST_BUILT_IN_OWNER;
  const owner = useQuery(ownersQuery).data?.find(({ id }) => isOwner && id === type);
  const typeName = useChannelTypeName();
  const types = useQuery(channelTypesQuery).data;
  const known = types?.find(({ id }) => id === type);
  const unknown = types === undefined ? '' : t('unknownType', { id: type });
  const name = known ? typeName(known) : unknown;
  return <OwnerName owner={{ name, icon: owner?.icon ?? '' }} />;
}
