import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { InvitationView } from '@turnpike/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../action/confirm-dialog.tsx';
import { QuotaText } from '../text/quota-text.tsx';
import { useFormats } from '../text/use-formats.ts';
import { showToast } from '../toast/toast.ts';
import { useTransferReward } from './invitation-api.ts';

/** Invited accounts and rewards, with the button that moves what is left to the balance. */
export function RewardFigures({ invitations }: { invitations: InvitationView }) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  const { invited_count, earned_quota, transferable_quota } = invitations;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 6 }}>
      <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: 6, m: 0, flex: '1 1 auto' }}>
        <Figure label={t('count')}>{formats.number(invited_count)}</Figure>
        <Figure label={t('earned')}>
          <QuotaText points={earned_quota} />
        </Figure>
        <Figure label={t('left')}>
          <QuotaText points={transferable_quota} />
        </Figure>
      </Box>
      {transferable_quota > 0 ? <TransferButton points={transferable_quota} /> : null}
    </Box>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" className="tabular" sx={{ m: 0, fontWeight: 600 }}>
        {children}
      </Typography>
    </div>
  );
}

function TransferButton({ points }: { points: number }) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  const transfer = useTransferReward();
  const [asked, setAsked] = useState<number>();
  // The amount stays as it was asked about, also while the dialog fades and the card has the next one.
  const amount = formats.quota(asked ?? points);
  const [isAsking, setAsking] = useState(false);

  async function move() {
    if (asked === undefined) return;
    try {
      const moved = await transfer.mutateAsync(asked);
      showToast('success', t('transferred', { amount: formats.quota(moved) }));
    } catch {
      // The toast of the failure is shown already.
    } finally {
      setAsking(false);
    }
  }

  return (
    <>
      <Button
        variant="outlined"
        onClick={() => {
          setAsked(points);
          setAsking(true);
        }}
      >
        {t('transfer')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('transferTitle', { amount })}
        confirmLabel={t('transfer')}
        isBusy={transfer.isPending}
        isHarmless
        onClose={() => setAsking(false)}
        onConfirm={move}
      >
        {t('transferHint')}
      </ConfirmDialog>
    </>
  );
}
