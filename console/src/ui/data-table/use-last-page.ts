import type { UseQueryResult } from '@tanstack/react-query';
import type { CursorPage, Page } from '@turnpike/contract';
import { useEffect } from 'react';
import type { SetFilter } from '../list/use-url-filter.ts';
import type { ListFilter } from './list-filter.ts';

/**
 * Leads from a page beyond the end to the last one: an old address, or a last page whose only row was deleted.
 * @returns whether it is about to
 */
export function useLastPage(
  { data, isPlaceholderData }: UseQueryResult<Page<unknown> | CursorPage<unknown>>,
  setFilter: SetFilter<ListFilter>,
): boolean {
  const isBeyond =
    data !== undefined &&
    !('next_cursor' in data) &&
    data.data.length === 0 &&
    data.page > 1 &&
    data.total_count > 0;
  const lastPage = isBeyond ? Math.ceil(data.total_count / data.size) : undefined;
  // The address is outside React.
  useEffect(() => {
    if (lastPage !== undefined && !isPlaceholderData) setFilter({ page: lastPage }, { replace: true });
  }, [lastPage, isPlaceholderData, setFilter]);
  return isBeyond;
}
