import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';

const Markdown = lazy(() => import('./markdown.tsx'));

/** Markdown whose reader is only loaded where there is something to read; plain text until then. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Box sx={{ whiteSpace: 'pre-wrap' }}>{text}</Box>}>
      <Markdown text={text} />
    </Suspense>
  );
}
