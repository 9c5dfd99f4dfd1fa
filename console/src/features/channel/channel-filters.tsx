import { useQuery } from '@tanstack/react-query';
import { channelStatus, setFields } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { channelTypesQuery } from '../../api/channel-types.ts';
import { useGroupName } from '../../api/user-group.ts';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { TextFilter } from '../../ui/filter/text-filter.tsx';
import { noneOf } from '../../ui/list/list-fields.ts';
import type { SetFilter } from '../../ui/list/use-url-filter.ts';
import { useChannelTypeName } from '../../ui/text/use-channel-type-name.ts';
import {
  addressFields,
  type ChannelFilter,
  EVERY_CHANNEL,
  groupSymbolsQuery,
  pricedModelsQuery,
  tagsQuery,
} from './channel-api.ts';

export const noFilter = { ...noneOf(addressFields), filter_tag: undefined };

export const isFiltered = (filter: ChannelFilter): boolean =>
  filter.filter_tag !== undefined || setFields(addressFields, filter).length > 0;

interface ChannelFiltersProps {
  filter: ChannelFilter;
  onChange: SetFilter<ChannelFilter>;
}

export function ChannelFilters({ filter, onChange }: ChannelFiltersProps) {
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
          onChange={(name) => onChange({ name })}
        />
      }
      onClear={isFiltered(filter) ? () => onChange(noFilter) : undefined}
    >
      <ChoiceFilter
        label={t('status')}
        value={filter.status}
        choices={[
          { value: channelStatus.enabled, label: t('enabled') },
          { value: channelStatus.disabled, label: t('disabled') },
          { value: channelStatus.autoDisabled, label: t('autoDisabled') },
        ]}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceFilter
        label={t('type')}
        value={filter.type}
        choices={types.map((one) => ({ value: one.id, label: typeName(one) }))}
        onChange={(type) => onChange({ type })}
      />
      <ChoiceFilter
        label={t('group')}
        value={filter.group}
        choices={groups.map((symbol) => ({ value: symbol, label: groupName(symbol) }))}
        onChange={(group) => onChange({ group })}
      />
      <TextFilter
        label={t('model')}
        value={filter.models}
        suggestions={models.map(({ id }) => id)}
        onChange={(text) => onChange({ models: text })}
      />
      <TextFilter
        label={t('tag')}
        value={filter.tag}
        suggestions={tags.map(({ tag }) => tag)}
        onChange={(tag) => onChange({ tag })}
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
          onChange={(filter_tag) => onChange({ filter_tag })}
        />
      ) : null}
    </FilterBar>
  );
}
