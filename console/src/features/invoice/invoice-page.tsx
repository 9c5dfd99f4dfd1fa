import { useLocation, useParams } from 'react-router';
import { useIsAdmin } from '../../api/own-role.ts';
import { AllInvoices } from './all-invoices.tsx';
import { InvoiceDetail } from './invoice-detail.tsx';
import { InvoiceTabs } from './invoice-tabs.tsx';
import { OwnInvoices } from './own-invoices.tsx';

/**
 * Own invoices, or the sheet of the month that the address names. Administrators also see those of all users, by the
 * fragment of the address.
 */
export default function InvoicePage() {
  const isAdmin = useIsAdmin();
  const { hash } = useLocation();
  const { month } = useParams();
  if (month !== undefined) return <InvoiceDetail month={month} />;
  if (!isAdmin) return <OwnInvoices tabs={null} />;
  return hash === '#all' ? (
    <AllInvoices tabs={<InvoiceTabs tab="all" />} />
  ) : (
    <OwnInvoices tabs={<InvoiceTabs tab="own" />} />
  );
}
