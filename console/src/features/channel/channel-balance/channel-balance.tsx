import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ChannelView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../../ui/overlay/tip.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { useUpdateBalance } from '../channel-api.ts';

/** Balance of the account at its provider; the icon requests it again. */
export function ChannelBalance({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  const update = useUpdateBalance();
  const { name, balance, balance_currency: currency, balance_updated_time: updatedAt } = channel;
  const time = formats.zonedTime(updatedAt);
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      {currency === '' ? (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('balanceUnknown')}
        </Box>
      ) : (
        <Tip text={t('balanceAt', { currency, time })}>
          <Box component="span" className="tabular" sx={{ color: balance > 0 ? 'inherit' : 'error.main' }}>
            {formats.money(balance, currency)}
          </Box>
        </Tip>
      )}
      <Tip text={t('updateBalance')}>
        <IconButton
          size="small"
          aria-label={t('updateBalanceName', { name })}
          loading={update.isPending}
          onClick={() => update.mutate(channel.id)}
        >
          <RefreshIcon fontSize="small" />
        </IconButton>
      </Tip>
    </Box>
  );
}
