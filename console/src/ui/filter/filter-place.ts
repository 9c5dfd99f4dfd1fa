import { createContext } from 'react';

export interface FilterPlace {
  /** `bar`: one row; `chosen`: a phone's row of what is filtered; `sheet`: one below the other. */
  kind: 'bar' | 'chosen' | 'sheet';
  /** Called by each filter that is on. @returns a function that undoes it */
  count?: () => () => void;
}

/** Where filters stand; they look accordingly. */
export const FilterPlaceContext = createContext<FilterPlace>({ kind: 'bar' });
