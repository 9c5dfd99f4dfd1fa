import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { UserView } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { TableFooter } from '../../ui/data-table/table-footer.tsx';
import { TextFilter } from '../../ui/filter/text-filter.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { userKeysQuery } from './user-key-api.ts';
import { UserKeyRow } from './user-key-row.tsx';

const KEYS_AT_ONCE = 10;

/** State of a history entry that opens a user's keys at some of a name. */
interface KeysPlace {
  keyName?: string;
}

/** The API keys of a user, for administrators: to disable and limit one, without the key itself. */
export function UserKeys({ user }: { user: Pick<UserView, 'id' | 'username' | 'group'> }) {
  const { t } = useTranslation('user');
  const titleId = useId();
  const place = useLocation().state as KeysPlace | null;
  const [keyword, setKeyword] = useState(place?.keyName);
  const [filter, setFilter] = useState<{ page: number; size: number }>({ page: 1, size: KEYS_AT_ONCE });
  const query = { ...filter, user_id: user.id, ...(keyword !== undefined && { keyword }) };
  const keys = useQuery(userKeysQuery(query));
  const page = keys.data;
  const isLong = (page?.total_count ?? 0) > KEYS_AT_ONCE;
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 6, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography id={titleId} variant="h3" sx={{ flex: 1 }}>
          {t('keys')}
        </Typography>
        {isLong || keyword !== undefined ? (
          <TextFilter
            label={t('keyName')}
            value={keyword}
            onChange={(text) => {
              setKeyword(text);
              setFilter({ ...filter, page: 1 });
            }}
          />
        ) : null}
      </Box>
      {keys.isPending ? <Skeleton variant="rounded" height={96} /> : null}
      {keys.isError ? <ErrorState error={keys.error} onRetry={() => keys.refetch()} /> : null}
      {page?.data.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {keyword === undefined ? t('keysNone') : t('keysUnmatched', { name: keyword })}
        </Typography>
      ) : null}
      {page && page.data.length > 0 ? (
        <Box component="ul" aria-labelledby={titleId} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {page.data.map((token) => (
            <UserKeyRow key={token.id} token={token} user={user} />
          ))}
        </Box>
      ) : null}
      {page ? (
        <TableFooter
          page={page}
          filter={filter}
          onFilterChange={({ page: next = 1, size = KEYS_AT_ONCE }) => setFilter({ page: next, size })}
        />
      ) : null}
    </Box>
  );
}
