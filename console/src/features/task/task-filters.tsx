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
import type { TaskFilter } from './task-api.ts';

export function TaskFilters({ list, isAdmin }: { list: ListState<TaskFilter>; isAdmin: boolean }) {
  const { filter, setFilter, clear } = list;
  const { t } = useTranslation(['task', 'task-parts']);
  return (
    <FilterBar
      search={
        <SearchField
          label={t('taskId')}
          value={filter.task_id ?? ''}
          onChange={(task_id) => setFilter({ task_id })}
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
        label={t('platform')}
        value={filter.platform}
        onChange={(platform) => setFilter({ platform })}
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
