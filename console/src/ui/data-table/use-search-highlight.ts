import { type RefObject, useEffect } from 'react';
import { loadFile } from '../../api/load-file.ts';

/** Marks what was searched for where it was found; loaded with the first search. */
export function useSearchHighlight(element: RefObject<Element | null>, keyword: string | undefined): void {
  useEffect(() => {
    if (!keyword) return;
    let end: (() => void) | null = null;
    let isOver = false;
    loadFile(() => import('./search-highlight.ts')).then(
      ({ highlightSearch }) => {
        if (!isOver && element.current !== null) end = highlightSearch(element.current, keyword);
      },
      // The results are readable without highlights.
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [element, keyword]);
}
