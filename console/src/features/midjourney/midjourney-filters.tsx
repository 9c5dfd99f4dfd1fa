import { taskStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { useFoundChannelIds } from '../../ui/filter/found-channel-names.ts';
import { useFoundUserIds } from '../../ui/filter/found-user-names.ts';
import { NameFilter } from '../../ui/filter/name-filter.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { TextFilter } from '../../ui/filter/text-filter.tsx';
import { TimeRangeFilter } from '../../ui/filter/time-range-filter.tsx';
import type { ListState } from '../../ui/list/use-list-page.ts';
import { namedTaskActions } from '../../ui/task-parts/use-task-action-text.ts';
import type { MidjourneyFilter } from './midjourney-api.ts';

export function MidjourneyFilters({
  list,
  isAdmin,
}: {
  list: ListState<MidjourneyFilter>;
  isAdmin: boolean;
}) {
  const { filter, setFilter, clear } = list;
  const { t } = useTranslation(['midjourney', 'task-parts']);
  return (
    <FilterBar
      search={
        <SearchField
          label={t('taskId')}
          value={filter.mj_id ?? ''}
          onChange={(mj_id) => setFilter({ mj_id })}
        />
      }
      onClear={clear}
    >
      <TimeRangeFilter filter={filter} onChange={setFilter} usual="all" />
      <ChoiceFilter
        label={t('status')}
        value={filter.status}
        choices={taskStatus.map((value) => ({ value, label: t(`task-parts:status_${value}`) }))}
        onChange={(status) => setFilter({ status })}
      />
      <TextFilter
        label={t('action')}
        value={filter.action}
        suggestions={namedTaskActions}
        onChange={(action) => setFilter({ action })}
      />
      {isAdmin ? (
        <>
          <NameFilter
            label={t('user')}
            value={filter.user_id}
            useFound={useFoundUserIds}
            onChange={(user_id) => setFilter({ user_id })}
          />
          <NameFilter
            label={t('channel')}
            value={filter.channel_id}
            useFound={useFoundChannelIds}
            onChange={(channel_id) => setFilter({ channel_id })}
          />
        </>
      ) : null}
    </FilterBar>
  );
}
