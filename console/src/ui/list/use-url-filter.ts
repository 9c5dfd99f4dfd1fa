import '../form/rules.ts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';

export type FilterShape = z.ZodObject;

/** Every list's filter begins with these; `order` and `size` are defaults that the list may change. */
export const pageFilter = z.object({
  page: z.coerce.number().int().min(1).catch(1).default(1),
  size: z.coerce.number().int().min(1).max(100).catch(30).default(30),
  order: z.string().catch('-id').default('-id'),
});

/** Optional text and number parts of a filter: what is missing or wrong is simply not set. */
export const filterText = () => z.string().trim().min(1).optional().catch(undefined);
export const filterNumber = () => z.coerce.number().int().min(0).optional().catch(undefined);

/** Seconds since 1970, up to the year 9999. */
export const filterMoment = () =>
  z.coerce.number().int().min(0).max(253_402_300_799).optional().catch(undefined);

/** A switch that is off unless the address says `on`. */
export const filterSwitch = () => z.literal('on').optional().catch(undefined);

/** The filter of a list with a search, whose rows open. */
export const listFilter = pageFilter.extend({
  keyword: filterText(),
  /** `new`, or the id of the row that is open. */
  open: filterText(),
});

/** `replace`: the address before is not one to go back to. */
export type SetFilter<Filter> = (change: Partial<Filter>, options?: { replace: boolean }) => void;

/**
 * A filter that lives in the address: back, reload and a shared link restore the view.
 * @param shape every field needs a default or is optional; values equal to the default stay out of the URL
 * @returns the filter and a setter that merges; a change of anything but `page` goes back to page 1
 */
export function useUrlFilter<Shape extends FilterShape>(
  shape: Shape,
): [z.output<Shape>, SetFilter<z.output<Shape>>] {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();

  const filter = useMemo(
    () =>
      shape.parse(
        Object.fromEntries(Object.keys(shape.shape).map((name) => [name, search.get(name) ?? undefined])),
      ),
    [shape, search],
  ) as z.output<Shape>;

  const setFilter = useCallback(
    (change: Partial<z.output<Shape>>, options?: { replace: boolean }) => {
      const next = mergeFilter(shape, search, change as Record<string, unknown>);
      // The fragment names the tab of a page that has several lists.
      navigate({ search: String(next), hash }, options);
    },
    [shape, search, hash, navigate],
  );
  return [filter, setFilter];
}

export function mergeFilter(
  shape: FilterShape,
  current: URLSearchParams,
  change: Record<string, unknown>,
): URLSearchParams {
  const defaults = shape.parse({}) as Record<string, unknown>;
  const next = new URLSearchParams(current);
  if (!('page' in change)) next.delete('page');
  if (!('cursor' in change)) next.delete('cursor');
  for (const [name, value] of Object.entries(change)) {
    const isDefault = value === undefined || value === '' || value === defaults[name];
    if (isDefault) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
