import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { TextLink } from '../action/text-link.tsx';

/** Opens a row's drawer or form; the rest of the address, with the filter and the tab in it, stays. */
export function OpenLink({ id, children }: { id: string | number; children: ReactNode }) {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const next = new URLSearchParams(search);
  next.set('open', String(id));
  return <TextLink to={`?${next}${hash}`}>{children}</TextLink>;
}
