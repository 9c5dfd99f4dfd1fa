import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteStatus } from '../../api/site-status.ts';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { pastMonths } from '../../ui/date/past-months.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { type InvoiceRun, useMakeInvoices } from './setting-api.ts';

const OFFERED_MONTHS = 24;

/** Makes the invoices of a month by hand, all of them or those that are missing. */
export function InvoiceMaker() {
  const { t } = useTranslation('setting');
  const formats = useFormats();
  const months = pastMonths(OFFERED_MONTHS);
  const [month, setMonth] = useState(months[0] ?? '');
  const [asked, setAsked] = useState<InvoiceRun>();
  const make = useMakeInvoices(({ count }) =>
    showToast('success', t('invoicesMade', { count, shown: formats.number(count) })),
  );
  if (!useSiteStatus()?.UserInvoiceMonth) return null;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <SelectField
        label={t('invoiceMonth')}
        hint={t('invoiceMonthHint')}
        value={month}
        choices={months.map((value) => ({ value, label: value }))}
        onChange={setMonth}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button variant="outlined" loading={make.isPending} onClick={() => setAsked('generate')}>
          {t('makeInvoices')}
        </Button>
        <Button variant="outlined" loading={make.isPending} onClick={() => setAsked('update')}>
          {t('makeMissingInvoices')}
        </Button>
      </Box>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={t('makeInvoicesTitle', { month })}
        confirmLabel={asked === 'update' ? t('makeMissingInvoices') : t('makeInvoices')}
        isHarmless
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked !== undefined) make.mutate({ run: asked, month });
          setAsked(undefined);
        }}
      >
        {t('makeInvoicesEffect')}
      </ConfirmDialog>
    </Box>
  );
}
