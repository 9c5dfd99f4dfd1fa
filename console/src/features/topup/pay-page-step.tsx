import OpenIcon from '@mui/icons-material/OpenInNewOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { QrCode } from '../../ui/text/qr-code.tsx';
import { payPageAddress, payPageQuery } from './topup-api.ts';

/** Addresses that a phone opens: a page, WeChat, Alipay. */
const OPENABLE = /^(https?|weixin|alipays):\/\//i;

/** The page to open, or the code to scan. */
export function PayPageStep({ tradeNo, isOpened }: { tradeNo: string; isOpened: boolean }) {
  const { t } = useTranslation('topup');
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const page = useQuery(payPageQuery(tradeNo));
  if (page.isPending) return <Skeleton variant="rounded" height={80} />;
  if (page.data === undefined) return <ErrorState error={page.error} onRetry={() => page.refetch()} />;
  const { type, data } = page.data;
  if (type === 1)
    return (
      <>
        <span>{t(isOpened ? 'pageOpened' : 'pageToOpen')}</span>
        <Button
          variant={isOpened ? 'outlined' : 'contained'}
          startIcon={<OpenIcon />}
          href={payPageAddress(tradeNo)}
          target="_blank"
          rel="noopener"
        >
          {t(isOpened ? 'openPageAgain' : 'openPage')}
        </Button>
      </>
    );
  return (
    <>
      <span>{t('scanHint')}</span>
      <QrCodeAtCentre text={data.url} label={t('payCode')} />
      {isPhone && OPENABLE.test(data.url) ? (
        <Button variant="outlined" startIcon={<OpenIcon />} href={data.url} rel="noreferrer noopener">
          {t('openApp')}
        </Button>
      ) : null}
    </>
  );
}

function QrCodeAtCentre(props: { text: string; label: string }) {
  return (
    <span style={{ justifySelf: 'center' }}>
      <QrCode {...props} sizePx={256} />
    </span>
  );
}
