import Button from '@mui/material/Button';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

interface FormActionsProps {
  submitLabel: string;
  onCancel: () => void;
}

export function FormActions({ submitLabel, onCancel }: FormActionsProps) {
  const { t } = useTranslation('ui');
  const { isSubmitting } = useFormState();
  return (
    <>
      <Button variant="outlined" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" variant="contained" loading={isSubmitting}>
        {submitLabel}
      </Button>
    </>
  );
}
