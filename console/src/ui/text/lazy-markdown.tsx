import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { lazyPart } from '../loading/lazy-part.ts';

const Markdown = lazyPart(() => import('./markdown.tsx'));

/** Markdown whose reader is only loaded where there is something to read; plain text until then. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Box sx={{ whiteSpace: 'pre-wrap' }}>{text}</Box>}>
      <Markdown text={text} />
    </Suspense>
  );
}
