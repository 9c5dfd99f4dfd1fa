import Button from '@mui/material/Button';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

interface FormActionsProps {
  submitLabel: string;
  onCancel: () => void;
  /** On phones the drawer's own closing sign does. */
  isInDrawer?: boolean;
}

export function FormActions({ submitLabel, onCancel, isInDrawer = false }: FormActionsProps) {
  const { t } = useTranslation('ui');
  const { isSubmitting } = useFormState();
  return (
    <>
      <Button
        variant="outlined"
        onClick={onCancel}
        sx={isInDrawer ? { display: { xs: 'none', sm: 'inline-flex' } } : {}}
      >
        {t('cancel')}
      </Button>
      <Button type="submit" variant="contained" loading={isSubmitting}>
        {submitLabel}
      </Button>
    </>
  );
}
