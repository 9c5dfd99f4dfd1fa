import Box from '@mui/material/Box';
import type { ModelFacts } from '../../api/model-facts.ts';
import { OutsideLink } from '../text-link.tsx';

/** Where a model's facts were read, and when: the vendor's page, and the lists that have it. */
export function ModelSourceText({ facts }: { facts: ModelFacts }) {
  const { page, lists, date } = facts.source;
  if (page === '' && lists.length === 0) return null;
  const day = [...lists, date].filter((part) => part !== '').join(', ');
  return (
    <Box component="span" title={day}>
      {page === '' ? lists.join(', ') : <OutsideLink href={page}>{new URL(page).hostname}</OutsideLink>}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {` · ${date}`}
      </Box>
    </Box>
  );
}
