import { lazy, Suspense } from 'react';

const OwnerMarkdown = lazy(() => import('./owner-markdown.tsx'));

/** What the owner wrote for the site (home page, announcement, footer): Markdown or HTML, cleaned. */
export function OwnerText({ text }: { text: string }) {
  return (
    <Suspense>
      <OwnerMarkdown text={text} />
    </Suspense>
  );
}
