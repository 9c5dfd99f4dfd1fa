import type { Location } from 'react-router';

/** Address of the sign-in page, which returns to this page. */
export const signInAddress = ({ pathname, search, hash }: Location): string =>
  `/login?next=${encodeURIComponent(pathname + search + hash)}`;
