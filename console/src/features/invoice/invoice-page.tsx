import { OwnInvoices } from './own-invoices.tsx';

export default function InvoicePage() {
  return <OwnInvoices />;
}
