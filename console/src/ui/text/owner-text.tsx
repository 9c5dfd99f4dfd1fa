import { Suspense } from 'react';
import { lazyPart } from '../loading/lazy-part.ts';

const OwnerMarkdown = lazyPart(() => import('./owner-markdown.tsx'));

/** Signs that a text is more than plain words; only then its reader is loaded. */
const MARKS = /[<*_`#[\]|\n]|https?:/;

/** Text of the site's owner (home page, announcement, footer): Markdown or HTML, sanitised. */
export function OwnerText({ text }: { text: string }) {
  if (!MARKS.test(text)) return text;
  return (
    <Suspense>
      <OwnerMarkdown text={text} />
    </Suspense>
  );
}
