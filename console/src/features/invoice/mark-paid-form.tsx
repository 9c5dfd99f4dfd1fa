import { invoiceCalls, type UserInvoiceView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useMarkPaid } from './invoice-api.ts';

interface MarkPaidFormProps {
  invoice: UserInvoiceView;
  onClose: () => void;
}

/** Marks an invoice as paid outside of the gateway. */
export function MarkPaidForm({ invoice, onClose }: MarkPaidFormProps) {
  const { t } = useTranslation('invoice');
  const { id, name } = invoice;
  return (
    <SaveForm
      schema={invoiceCalls.markPaid.input}
      values={{ reason: '' }}
      title={t('markPaidTitle', { name })}
      submitLabel={t('markPaid')}
      save={useMarkPaid(id).mutateAsync}
      saved={() => t('markedPaid', { name })}
      onClose={onClose}
    >
      <TextInput name="reason" label={t('reason')} hint={t('reasonHint')} autoFocus />
    </SaveForm>
  );
}
