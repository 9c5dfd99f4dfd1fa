import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { type CustomDialect, dialectLabel } from '@turnpike/contract';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../ui/form/field-issue.ts';

interface DialectInputProps {
  /** Possible choices. */
  choices: readonly CustomDialect[];
}

/** APIs of a custom channel's upstream. */
export function DialectInput({ choices }: DialectInputProps) {
  const { t } = useTranslation('channel');
  const { field, fieldState } = useController({ name: 'dialects' });
  const helpId = useId();
  const chosen: readonly CustomDialect[] = field.value ?? [];
  const error = fieldState.error?.message;
  return (
    <FormControl component="fieldset" variant="standard" error={Boolean(error)} aria-describedby={helpId}>
      <FormLabel component="legend" sx={{ mb: 1, position: 'static', transform: 'none' }}>
        {t('dialects')}
      </FormLabel>
      <Box sx={{ display: 'grid' }}>
        {choices.map((name, index) => (
          <FormControlLabel
            key={name}
            label={dialectLabel(name)}
            sx={{ '@media (pointer: coarse)': { minHeight: 44 } }}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(name)}
                onChange={(_, isOn) =>
                  field.onChange(choices.filter((one) => (one === name ? isOn : chosen.includes(one))))
                }
                onBlur={field.onBlur}
                slotProps={{ input: { ref: index === 0 ? field.ref : undefined } }}
              />
            }
          />
        ))}
      </Box>
      <FormHelperText id={helpId} component="div" role={error ? 'alert' : undefined}>
        {error ? fieldText(error) : t('dialectsHint')}
      </FormHelperText>
    </FormControl>
  );
}
