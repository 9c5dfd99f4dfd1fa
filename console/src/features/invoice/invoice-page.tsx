import { useLocation } from 'react-router';
import { useIsAdmin } from '../../api/own-role.ts';
import { AllInvoices } from './all-invoices.tsx';
import { InvoiceTabs } from './invoice-tabs.tsx';
import { OwnInvoices } from './own-invoices.tsx';

/** Own invoices; administrators also see those of all users, by the fragment of the address. */
export default function InvoicePage() {
  const isAdmin = useIsAdmin();
  const { hash } = useLocation();
  if (!isAdmin) return <OwnInvoices tabs={null} />;
  return hash === '#all' ? (
    <AllInvoices tabs={<InvoiceTabs tab="all" />} />
  ) : (
    <OwnInvoices tabs={<InvoiceTabs tab="own" />} />
  );
}
