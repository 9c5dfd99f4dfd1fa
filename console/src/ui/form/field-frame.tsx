import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from './field-issue.ts';

export interface FieldProps {
  name: string;
  label: string;
  /** Help under the field. */
  hint?: ReactNode;
  isOptional?: boolean;
}

interface FieldFrameProps extends Omit<FieldProps, 'name'> {
  /** Code of what is wrong. */
  error?: string | undefined;
  /** Where in the field it is, such as a line; stands before the sentence. */
  errorAt?: string | undefined;
  children: (ids: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }) => ReactNode;
}

/** Label above, help or error below; tied together for those who listen. */
export function FieldFrame({ label, hint, isOptional = false, error, errorAt, children }: FieldFrameProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const helpId = `${id}-help`;
  const help = error ? [errorAt, fieldText(error)].filter(Boolean).join(' ') : hint;
  return (
    <FormControl fullWidth error={Boolean(error)} variant="standard">
      <FormLabel htmlFor={id} sx={{ mb: 1, position: 'static', transform: 'none' }}>
        {label}
        {isOptional ? (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ml: 1 }}>
            {t('optional')}
          </Box>
        ) : null}
      </FormLabel>
      {children({ id, 'aria-describedby': help ? helpId : undefined, 'aria-invalid': Boolean(error) })}
      {help ? (
        <FormHelperText id={helpId} component="div" role={error ? 'alert' : undefined}>
          {help}
        </FormHelperText>
      ) : null}
    </FormControl>
  );
}
