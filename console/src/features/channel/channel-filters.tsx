import { useQuery } from '@tanstack/react-query';
import { channelStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../api/channel-types.ts';
import { pricedModelsQuery } from '../../api/priced-models.ts';
import { useGroupName } from '../../api/user-group.ts';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { TextFilter } from '../../ui/filter/text-filter.tsx';
import type { ListState } from '../../ui/list/use-list-page.ts';
import { useChannelTypeName } from '../../ui/text/use-channel-type-name.ts';
import { type ChannelFilter, EVERY_CHANNEL, groupSymbolsQuery, tagsQuery } from './channel-api.ts';

export function ChannelFilters({ list }: { list: ListState<ChannelFilter> }) {
  const { filter, setFilter, clear } = list;
  const { t } = useTranslation('channel');
  const typeName = useChannelTypeName();
  const groupName = useGroupName();
  const groups = useQuery(groupSymbolsQuery).data ?? [];
  const types = useQuery(channelTypesQuery).data ?? [];
  const models = useQuery(pricedModelsQuery).data ?? [];
  const tags = useQuery(tagsQuery).data ?? [];
  return (
    <FilterBar
      search={
        <SearchField
          label={t('searchName')}
          value={filter.name ?? ''}
          onChange={(name) => setFilter({ name })}
        />
      }
      onClear={clear}
    >
      <ChoiceFilter
        label={t('status')}
        value={filter.status}
        choices={[
          { value: channelStatus.enabled, label: t('enabled') },
          { value: channelStatus.disabled, label: t('disabled') },
          { value: channelStatus.autoDisabled, label: t('autoDisabled') },
        ]}
        onChange={(status) => setFilter({ status })}
      />
      <ChoiceFilter
        label={t('type')}
        value={filter.type}
        choices={types.map((one) => ({ value: one.id, label: typeName(one) }))}
        onChange={(type) => setFilter({ type })}
      />
      <ChoiceFilter
        label={t('group')}
        value={filter.group}
        choices={groups.map((symbol) => ({ value: symbol, label: groupName(symbol) }))}
        onChange={(group) => setFilter({ group })}
      />
      <TextFilter
        label={t('model')}
        value={filter.models}
        suggestions={models.map(({ id }) => id)}
        onChange={(text) => setFilter({ models: text })}
      />
      <TextFilter
        label={t('tag')}
        value={filter.tag}
        suggestions={tags.map(({ tag }) => tag)}
        onChange={(tag) => setFilter({ tag })}
      />
      {filter.tag === undefined ? (
        <ChoiceFilter
          label={t('tagRows')}
          value={filter.filter_tag}
          choices={[
            { value: 1, label: t('untagged') },
            { value: 2, label: t('tagsOnly') },
            { value: EVERY_CHANNEL, label: t('everyChannel') },
          ]}
          onChange={(filter_tag) => setFilter({ filter_tag })}
        />
      ) : null}
    </FilterBar>
  );
}
