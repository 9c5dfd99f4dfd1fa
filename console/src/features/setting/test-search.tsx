import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { MAX_QUERY_CHARACTERS, type SearchResult } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { OutsideLink } from '../../ui/action/text-link.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { useTestSearch } from './setting-api.ts';

/** Searches the web by the stored settings and shows what the engine finds. */
export function TestSearch() {
  const { t } = useTranslation('setting');
  const test = useTestSearch();
  const [query, setQuery] = useState('');
  const asked = query.trim();
  const send = () => {
    if (asked !== '' && !test.isPending) test.mutate(asked.slice(0, MAX_QUERY_CHARACTERS));
  };
  const found = test.data?.answered ? test.data.results : null;
  return (
    <Box
      // The settings around it are not to be sent by its Enter.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        send();
      }}
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <TextField
        name="test_search"
        label={t('testSearchQuery')}
        hint={t('testSearchHint')}
        value={query}
        onChange={setQuery}
        isOptional
      />
      <Button
        variant="outlined"
        disabled={asked === ''}
        loading={test.isPending}
        onClick={send}
        sx={{ justifySelf: 'start' }}
      >
        {t('sendTestSearch')}
      </Button>
      {/* Out of the grid while it is empty, which has a gap for it otherwise. */}
      <Box role="status" sx={{ '&:empty': { position: 'absolute' } }}>
        {found === null
          ? null
          : found.length === 0
            ? t('testSearchNothing')
            : t('testSearchFound', { count: found.length })}
      </Box>
      {found !== null && found.length > 0 ? <Results results={found} /> : null}
      {test.data?.answered === false ? (
        <FailureNote text={t('testSearchFailed', { reason: test.data.reason })} requestId="" />
      ) : null}
      {test.error ? <FailureNote text={errorText(test.error)} requestId={requestIdOf(test.error)} /> : null}
    </Box>
  );
}

function Results({ results }: { results: readonly SearchResult[] }) {
  return (
    <Box component="ol" sx={{ m: 0, pl: 5, display: 'grid', gap: 2 }}>
      {results.map(({ title, url, text }) => (
        <Box key={url} component="li" sx={{ overflowWrap: 'anywhere' }}>
          <OutsideLink href={url}>{title}</OutsideLink>
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{text.slice(0, MAX_SHOWN)}</Box>
        </Box>
      ))}
    </Box>
  );
}

/** Characters of an excerpt that show whether the engine works. */
const MAX_SHOWN = 160;
