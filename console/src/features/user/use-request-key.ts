import { useRef } from 'react';

/**
 * Keys of the requests of one form: the same change keeps its key, so that it is booked once even if the first answer
 * was lost.
 */
export function useRequestKey(): (change: object) => string {
  const last = useRef({ change: '', key: '' });
  return (values) => {
    const change = JSON.stringify(values);
    // `randomUUID` exists on pages of https only.
    if (last.current.change !== change)
      last.current = { change, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    return last.current.key;
  };
}
