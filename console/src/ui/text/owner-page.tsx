import { Suspense } from 'react';
import { OutsideLink } from '../action/text-link.tsx';
import { lazyPart } from '../loading/lazy-part.ts';

const OwnerMarkdown = lazyPart(() => import('./owner-markdown.tsx'));

/** A text that is an address and nothing else. */
const address = /^https:\/\/\S+$/i;

/**
 * A page that the owner wrote: Markdown or HTML, cleaned. An address alone is a link: the content security policy
 * lets no other site into this one, and a page in a frame could pretend to be the sign-in.
 */
export function OwnerPage({ text }: { text: string }) {
  const trimmed = text.trim();
  if (address.test(trimmed)) return <OutsideLink href={trimmed}>{trimmed}</OutsideLink>;
  return (
    <Suspense>
      <OwnerMarkdown text={trimmed} />
    </Suspense>
  );
}
