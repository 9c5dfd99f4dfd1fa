import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { InvitationView } from '@turnpike/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { spaceAfter } from '../../i18n/close-up.ts';
import { TextLink } from '../action/text-link.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { useFormats } from '../text/use-formats.ts';
import { invitationQuery } from './invitation-api.ts';
import { InvitationLink } from './invitation-link.tsx';
import { RewardFigures } from './reward-figures.tsx';

interface InvitationCardProps {
  /** Only the link, and the way to the rest. */
  isShort?: boolean;
}

/** The link that invites others, and the rewards for it. */
export function InvitationCard({ isShort = false }: InvitationCardProps) {
  const { t } = useTranslation('invitation');
  const id = useId();
  const { data, isPending, error, refetch } = useQuery(invitationQuery);
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 5, minWidth: 0 }}>
      <Typography id={id} variant="h2">
        {t('title')}
      </Typography>
      {isPending ? <Skeleton variant="rounded" height={isShort ? 80 : 140} sx={{ mt: 3 }} /> : null}
      {error !== null && data === undefined ? <ErrorState error={error} onRetry={() => refetch()} /> : null}
      {data ? (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
          <Terms {...data} />
          <InvitationLink code={data.code} />
          {isShort ? (
            <TextLink to="/panel/profile">{t('details')}</TextLink>
          ) : (
            <RewardFigures invitations={data} />
          )}
        </Box>
      ) : null}
    </Card>
  );
}

function Terms({
  inviter_reward: reward,
  invitee_gift: gift,
  rebate_percent: percent,
  first_payment_reward: first,
}: InvitationView) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  return (
    <Typography variant="body2" color="textSecondary">
      {spaceAfter(reward > 0 ? t('aboutReward', { reward: formats.quota(reward) }) : t('about'))}
      {first > 0 ? spaceAfter(t('aboutFirstPayment', { reward: formats.quota(first) })) : ''}
      {percent > 0 ? spaceAfter(t('aboutRebate', { percent: formats.number(percent) })) : ''}
      {gift > 0 ? t('aboutGift', { gift: formats.quota(gift) }) : ''}
    </Typography>
  );
}
