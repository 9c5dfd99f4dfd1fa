import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { UserView } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { groupMapQuery } from '../api/user-group.ts';
import { Avatar } from '../ui/text/avatar.tsx';
import { BalanceText } from '../ui/text/balance-text.tsx';
import { useFormats } from '../ui/text/use-formats.ts';

/** Share of everything ever granted that is spent, in whole percent; 0 for an account that never had any. */
export function usedShare(quota: number, used: number): number {
  const granted = Math.max(quota, 0) + used;
  return granted === 0 ? 0 : Math.min(100, Math.round((used / granted) * 100));
}

/** Good below 60 %, to look at below 85 %. Source: docs/reference/compatibility.md, "Numbers on screens". */
export function shareTone(share: number): 'success' | 'warning' | 'error' {
  if (share < 60) return 'success';
  return share < 85 ? 'warning' : 'error';
}

/** The signed-in user and their balance. */
export function UserCard({ self, onChosen }: { self: UserView; onChosen: () => void }) {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const group = useQuery(groupMapQuery).data?.[self.group];
  const share = usedShare(self.quota, self.used_quota);
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
        p: 3,
        bgcolor: 'background.paper',
        display: 'grid',
        gap: 1,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0, mb: 2 }}>
        <Box
          component={Link}
          to="/panel/profile"
          onClick={onChosen}
          aria-label={t('openProfile')}
          sx={{ textDecoration: 'none', borderRadius: '50%', flex: 'none' }}
        >
          <Avatar user={self} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Typography noWrap sx={{ fontWeight: 600 }} title={self.display_name || self.username}>
            {self.display_name || self.username}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap sx={{ display: 'block' }}>
            {group?.name ?? self.group}
            {group ? ` · ${t('perMinute', { rate: formats.number(group.api_rate) })}` : ''}
          </Typography>
        </Box>
      </Box>
      <Row name={t('balance')}>
        <BalanceText points={self.quota} />
      </Row>
      <Row name={t('calls')}>
        <span className="tabular">{formats.number(self.request_count)}</span>
      </Row>
      <Box
        role="progressbar"
        aria-label={t('usedShare')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        sx={{ height: 6, borderRadius: '3px', bgcolor: 'divider', overflow: 'hidden' }}
      >
        <Box sx={{ width: `${share}%`, height: '100%', bgcolor: `${shareTone(share)}.main` }} />
      </Box>
      <Typography variant="caption" color="textSecondary" className="tabular">
        {t('usedOf', { amount: formats.quota(self.used_quota), share })}
      </Typography>
    </Box>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
      <Typography variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {children}
      </Typography>
    </Box>
  );
}
