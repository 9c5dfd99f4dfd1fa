import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { RefusedCallView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../api/error-text.ts';
import { useTokenName } from '../../api/token-name.ts';
import { useGroupName } from '../../api/user-group.ts';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { GroupFilter } from './group-filter.tsx';
import { type RefusedFilter, refusedCallsQuery } from './log-api.ts';

/** Calls that never reached a channel and so have no row in the log: how many, why, and the last of them. */
export function RefusedCalls({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation('log');
  const [isOpen, setOpen] = useState(false);
  const [filter, setFilter] = useState<RefusedFilter>({});
  const refused = useQuery({ ...refusedCallsQuery(filter, isAdmin), enabled: isOpen }).data;
  return (
    <>
      <Button variant="text" color="inherit" onClick={() => setOpen(true)} sx={{ order: { xs: 1, sm: 0 } }}>
        {t('refused')}
      </Button>
      <SideDrawer isOpen={isOpen} title={t('refused')} onClose={() => setOpen(false)}>
        <Typography sx={{ mb: 4 }}>{t('refusedHint')}</Typography>
        <Box role="search" sx={{ mb: 4 }}>
          <GroupFilter value={filter.group_name} onChange={(group_name) => setFilter({ group_name })} />
        </Box>
        {refused?.data.length === 0 ? (
          <Typography color="textSecondary">
            {filter.group_name === undefined ? t('refusedNone') : t('nothingFound')}
          </Typography>
        ) : null}
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 5 }}>
          {refused?.data.map((row) => (
            <Box component="li" key={row.id} sx={{ overflowWrap: 'anywhere' }}>
              <RefusedCall row={row} isAdmin={isAdmin} />
            </Box>
          ))}
        </Box>
      </SideDrawer>
    </>
  );
}

interface RefusedCallProps {
  row: RefusedCallView;
  isAdmin: boolean;
  /** One call instead of all of its minute. */
  isOne?: boolean;
}

/** Calls of a minute, or one of them. */
export function RefusedCall({ row, isAdmin, isOne = false }: RefusedCallProps) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const tokenName = useTokenName();
  const groupName = useGroupName();
  const last = row.examples.at(-1);
  return (
    <DetailList
      entries={[
        { name: t('time'), value: <TimeText epochSeconds={(isOne && last?.time) || row.minute} isExact /> },
        { name: t('reason'), value: codeText(row.reason) },
        { name: t('refusedMessage'), value: last?.message || undefined },
        { name: t('refusedNote'), value: last?.note || undefined },
        { name: t('refusedCount'), value: isOne ? undefined : formats.number(row.count) },
        {
          name: t('user'),
          value: isAdmin
            ? row.username || (row.user_id === 0 ? t('refusedUnknown') : `#${row.user_id}`)
            : undefined,
        },
        { name: t('key'), value: row.token_name ? tokenName(row.token_name) : undefined },
        { name: t('group'), value: row.group_name ? groupName(row.group_name) : undefined },
        { name: t('model'), value: last?.model || undefined },
        { name: t('address'), value: last?.source_ip || undefined },
        { name: t('refusedPath'), value: last?.path || undefined },
        { name: t('idsTitle'), value: last?.request_id || undefined },
      ]}
    />
  );
}
