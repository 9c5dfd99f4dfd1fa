import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import type { InvoiceLine, UserInvoiceView } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { Mark } from '../../shell/mark.tsx';
import { type Detail, DetailList } from '../../ui/text/detail-list.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { isShowablePicture } from '../../ui/text/showable-picture.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { monthOf } from './invoice-api.ts';
import { InvoiceStatusText } from './invoice-status.tsx';
import { ModelTable } from './model-table.tsx';

const sheet = 'invoice-sheet';

/** Leaves the sheet alone on the paper, dark on light whatever the theme. */
const printed = {
  '@media print': {
    [`body *:not(:has(.${sheet})):not(.${sheet}):not(.${sheet} *)`]: { display: 'none !important' },
    [`body *:has(.${sheet})`]: {
      margin: '0 !important',
      padding: '0 !important',
      maxWidth: 'none !important',
    },
    'html, body': { background: 'none !important' },
    [`.${sheet}, .${sheet} *`]: { color: '#000 !important', background: 'none !important' },
    [`.${sheet}`]: { border: '0 !important', padding: '0 !important' },
  },
};

export function InvoiceSheet({ invoice }: { invoice: UserInvoiceView & { lines: readonly InvoiceLine[] } }) {
  const { t } = useTranslation('invoice');
  const formats = useFormats();
  const { name, logo } = useSite();
  return (
    <Card className={sheet} sx={{ maxWidth: 960, mx: 'auto', p: { xs: 5, sm: 8 } }}>
      <GlobalStyles styles={printed} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, justifyContent: 'space-between', mb: 6 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, fontSize: '1rem', fontWeight: 600 }}>
          {isShowablePicture(logo) ? (
            <Box component="img" src={logo} alt="" sx={{ height: 36, maxWidth: 160, objectFit: 'contain' }} />
          ) : (
            <Mark color="primary" sx={{ fontSize: 36 }} />
          )}
          {name}
        </Box>
        <Box sx={{ textAlign: { sm: 'right' } }}>
          <Typography variant="h2" component="p">
            #{invoice.name}
          </Typography>
          <InvoiceStatusText invoice={invoice} />
        </Box>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 6,
          mb: 6,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
          '@media print': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        <Block
          title={t('user')}
          entries={[
            { name: t('username'), value: <Wrapped>{invoice.username}</Wrapped> },
            { name: t('email'), value: invoice.email === '' ? '' : <Wrapped>{invoice.email}</Wrapped> },
            { name: t('month'), value: `${monthOf(invoice.date)} (${invoice.time_zone})` },
            { name: t('paidNote'), value: invoice.paid_note },
          ]}
        />
        <Block
          title={t('balance')}
          entries={[
            { name: t('opening'), value: <QuotaText points={invoice.opening} isPrecise /> },
            { name: t('credits'), value: <QuotaText points={invoice.credits} isPrecise isSigned /> },
            { name: t('charges'), value: <QuotaText points={-invoice.quota} isPrecise isSigned /> },
            { name: t('closing'), value: <QuotaText points={invoice.closing} isPrecise /> },
          ]}
        />
        <Block
          title={t('usage')}
          entries={[
            { name: t('inputTokens'), value: formats.number(invoice.prompt_tokens) },
            { name: t('outputTokens'), value: formats.number(invoice.completion_tokens) },
            { name: t('requestTime'), value: formats.fixed(invoice.request_time / 1000, 3) },
            { name: t('requests'), value: formats.number(invoice.request_count) },
          ]}
        />
      </Box>
      <ModelTable lines={invoice.lines} />
      <Box
        sx={{
          display: 'flex',
          gap: 4,
          mt: 5,
          justifyContent: 'flex-end',
          alignItems: 'baseline',
          fontSize: '1rem',
          fontWeight: 600,
        }}
      >
        <span>{t('total')}</span>
        <QuotaText points={invoice.quota} isPrecise />
      </Box>
    </Card>
  );
}

function Block({ title, entries }: { title: string; entries: readonly Detail[] }) {
  return (
    <Box sx={{ minWidth: 0, fontSize: '0.8125rem' }}>
      <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <DetailList entries={entries} />
    </Box>
  );
}

const Wrapped = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
    {children}
  </Box>
);
