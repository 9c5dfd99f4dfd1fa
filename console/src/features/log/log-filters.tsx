import { useQuery } from '@tanstack/react-query';
import { callEnd, logType } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { useFoundChannelIds } from '../../ui/filter/found-channel-names.ts';
import { useFoundUserNames } from '../../ui/filter/found-user-names.ts';
import { NameFilter } from '../../ui/filter/name-filter.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { TextFilter } from '../../ui/filter/text-filter.tsx';
import { TimeRangeFilter } from '../../ui/filter/time-range-filter.tsx';
import type { SetFilter } from '../../ui/list/use-url-filter.ts';
import { GroupFilter } from './group-filter.tsx';
import { isFiltered, type LogFilter, noFilter } from './log-address.ts';

interface LogFiltersProps {
  filter: LogFilter;
  onChange: SetFilter<LogFilter>;
  isAdmin: boolean;
}

export function LogFilters({ filter, onChange, isAdmin }: LogFiltersProps) {
  const { t } = useTranslation('log');
  const models = Object.keys(useQuery(availableModelsQuery).data ?? {});
  return (
    <FilterBar
      search={
        <SearchField
          label={t('searchRequestId')}
          value={filter.request_id ?? ''}
          width={190}
          onChange={(request_id) => onChange({ request_id })}
        />
      }
      onClear={isFiltered(filter, isAdmin) ? () => onChange(noFilter) : undefined}
    >
      <TimeRangeFilter filter={filter} onChange={onChange} usual="7d" />
      <ChoiceFilter
        label={t('type')}
        value={filter.log_type}
        choices={[
          { value: logType.consume, label: t('type_2') },
          { value: logType.topup, label: t('type_1') },
          { value: logType.manage, label: t('type_3') },
          { value: logType.system, label: t('type_4') },
        ]}
        onChange={(log_type) => onChange({ log_type })}
      />
      <ChoiceFilter
        label={t('end')}
        value={filter.ended_by}
        choices={[
          { value: 'failed', label: t('end_failed') },
          ...callEnd.map((value) => ({ value, label: t(`end_${value}`) })),
        ]}
        onChange={(ended_by) => onChange({ ended_by })}
      />
      <TextFilter
        label={t('model')}
        hint={t('modelFilterHint')}
        value={filter.model_name}
        suggestions={models}
        onChange={(model_name) => onChange({ model_name })}
      />
      <TextFilter
        label={t('key')}
        hint={t('keyFilterHint')}
        value={filter.token_name}
        onChange={(token_name) => onChange({ token_name })}
      />
      <GroupFilter value={filter.group_name} onChange={(group_name) => onChange({ group_name })} />
      {isAdmin ? (
        <>
          <NameFilter
            label={t('user')}
            hint={t('userFilterHint')}
            value={filter.username}
            useFound={useFoundUserNames}
            onChange={(username) => onChange({ username })}
          />
          <NameFilter
            label={t('channel')}
            hint={t('channelFilterHint')}
            value={filter.channel_id}
            useFound={useFoundChannelIds}
            onChange={(channel_id) => onChange({ channel_id })}
          />
          <NameFilter
            label={t('channelTried')}
            hint={t('channelTriedHint')}
            value={filter.channel_tried}
            useFound={useFoundChannelIds}
            onChange={(channel_tried) => onChange({ channel_tried })}
          />
          <ChoiceFilter
            label={t('retried')}
            value={filter.retried}
            choices={[{ value: 'yes', label: t('retriedYes') }]}
            onChange={(retried) => onChange({ retried })}
          />
          <TextFilter
            label={t('address')}
            value={filter.source_ip}
            onChange={(source_ip) => onChange({ source_ip })}
          />
        </>
      ) : null}
    </FilterBar>
  );
}
