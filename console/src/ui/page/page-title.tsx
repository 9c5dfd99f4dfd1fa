import { useSite } from '../../api/site-status.ts';

/** The browser tab's title; React puts it into the head. */
export function PageTitle({ title }: { title: string }) {
  const { name } = useSite();
  return <title>{title === '' ? name : `${title} · ${name}`}</title>;
}
