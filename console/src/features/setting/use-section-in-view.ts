import { useEffect, useState } from 'react';

/** Below the bar at the top, and a little more, so that a section counts once its title can be read. */
const READ_FROM_PX = 160;

/** The section that is read now: the last one whose title has come up, or the last of all at the end of the page. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const list = ids.join(' ');
  // Scrolling is outside React.
  useEffect(() => {
    const shown = list.split(' ');
    const look = () => setCurrent(sectionInView(shown));
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [list]);
  return current;
}

function sectionInView(ids: readonly string[]): string | undefined {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return ids.at(-1);
  const topOf = (id: string) => document.getElementById(`section-${id}`)?.getBoundingClientRect().top;
  return ids.findLast((id) => (topOf(id) ?? Number.POSITIVE_INFINITY) <= READ_FROM_PX) ?? ids[0];
}
