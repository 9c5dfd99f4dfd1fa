import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { UserView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { groupMapQuery } from '../api/user-group.ts';
import { QuotaText } from '../ui/quota-text.tsx';
import { useFormats } from '../ui/use-formats.ts';

/** Share of everything ever granted that is spent: good below 60 %, to look at below 85 %. */
export function usedShare(quota: number, used: number): number {
  const granted = Math.max(quota, 0) + used;
  return granted === 0 ? 0 : Math.min(100, Math.round((used / granted) * 100));
}

export function UserCard({ self }: { self: UserView }) {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const group = useQuery(groupMapQuery).data?.[self.group];
  const share = usedShare(self.quota, self.used_quota);
  const tone = share < 60 ? 'success' : share < 85 ? 'warning' : 'error';
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
      <Typography noWrap sx={{ fontWeight: 600 }}>
        {self.display_name || self.username}
      </Typography>
      <Typography variant="caption" color="textSecondary" noWrap>
        {group?.name ?? self.group}
        {group ? ` · ${t('perMinute', { rate: formats.number(group.api_rate) })}` : ''}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mt: 1 }}>
        <Typography variant="body2" color="textSecondary">
          {t('balance')}
        </Typography>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          <QuotaText points={self.quota} />
        </Typography>
      </Box>
      <LinearProgress
        variant="determinate"
        value={share}
        color={tone}
        aria-label={t('usedShare')}
        sx={{ height: 6, borderRadius: '3px', bgcolor: 'divider' }}
      />
      <Typography variant="caption" color="textSecondary" className="tabular">
        {t('usedOf', { amount: formats.quota(self.used_quota), share })}
      </Typography>
    </Box>
  );
}
