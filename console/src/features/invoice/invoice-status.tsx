import type { InvoiceView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../ui/text/status-dot.tsx';

export function InvoiceStatusText({ invoice }: { invoice: Pick<InvoiceView, 'status'> }) {
  const { t } = useTranslation('invoice');
  return (
    <StatusDot tone={invoice.status === 'paid' ? 'good' : 'look'}>{t(`status_${invoice.status}`)}</StatusDot>
  );
}
