import { useCallback, useMemo } from 'react';
import type { z } from 'zod';
import type { ListFilter } from '../data-table/list-filter.ts';
import { keepTyping } from '../loading/keep-typing.ts';
import { useListFilter } from './use-list-filter.ts';
import type { FilterShape, SetFilter } from './use-url-filter.ts';

/** Members of the address that say what of the list is in sight, not which rows it has. */
const places = ['page', 'size', 'order', 'cursor', 'open', 'form'];

export interface OpenFilter extends ListFilter {
  /** `new`, or the id of the row that is open. */
  open?: string | undefined;
  /** Which form of the open row, where it has several. */
  form?: string | undefined;
}

export interface ListState<Filter> {
  name: string;
  filter: Filter;
  setFilter: SetFilter<Filter>;
  open: (id: string | number, form?: Filter[keyof Filter & 'form']) => void;
  close: () => void;
  /** Takes back every filter; undefined where none is set. */
  clear: (() => void) | undefined;
}

/**
 * The state of a list, which is in its address: filter, order, page, and the open row.
 * @param name under which the reader's columns and rows a page are kept
 * @param shape of the filter, begun with `listFilter` or `pageFilter`
 */
export function useListPage<Shape extends FilterShape>(
  name: string,
  shape: Shape,
): ListState<z.output<Shape>> {
  const [filter, setFilter] = useListFilter(name, shape);
  const { page = 1 } = filter as OpenFilter;
  const set = setFilter as SetFilter<OpenFilter>;

  const open = useCallback(
    (id: string | number, form?: unknown) => {
      // Its first field has the focus a moment later.
      if (id === 'new') keepTyping();
      set({ page, open: String(id), form: form as string | undefined });
    },
    [set, page],
  );
  const close = useCallback(() => set({ page, open: undefined, form: undefined }), [set, page]);

  const clear = useMemo(() => {
    const unset: Record<string, unknown> = shape.parse({});
    const given: Record<string, unknown> = filter;
    const names = Object.keys(shape.shape).filter((member) => !places.includes(member));
    if (names.every((member) => given[member] === unset[member])) return undefined;
    return () => setFilter(Object.fromEntries(names.map((member) => [member, undefined])) as never);
  }, [shape, filter, setFilter]);

  return { name, filter, setFilter, open, close, clear };
}
