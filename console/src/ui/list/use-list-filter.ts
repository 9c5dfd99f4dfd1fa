import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { useStored } from '../page/use-stored.ts';
import { type FilterShape, type SetFilter, useUrlFilter } from './use-url-filter.ts';

const sizesByList = z.record(z.string(), z.number().int().min(1).max(100)).catch({});

function readSizes(text: string): Record<string, number> {
  try {
    return sizesByList.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * As `useUrlFilter`, for a list: how many rows a page has is remembered for each list, unless the address says.
 * @param name of the list, as its table has it
 */
export function useListFilter<Shape extends FilterShape>(
  name: string,
  shape: Shape,
): [z.output<Shape>, SetFilter<z.output<Shape>>] {
  const [urlFilter, setUrlFilter] = useUrlFilter(shape);
  const [stored, setStored] = useStored('user_page_sizes', '{}');
  const isInAddress = useSearchParams()[0].has('size');

  const filter = useMemo(() => {
    const size = isInAddress ? undefined : readSizes(stored)[name];
    return size === undefined ? urlFilter : { ...urlFilter, size };
  }, [urlFilter, stored, name, isInAddress]);

  const setFilter = useCallback(
    (change: Partial<z.output<Shape>>, options?: { replace: boolean }) => {
      const { size } = change as { size?: number };
      if (size === undefined) return setUrlFilter(change, options);
      setStored(JSON.stringify({ ...readSizes(stored), [name]: size }));
      setUrlFilter({ ...change, size: undefined });
    },
    [setUrlFilter, setStored, stored, name],
  );
  return [filter, setFilter];
}
