import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import type { FieldProps } from './field-frame.tsx';

/** Something on or off, with a sentence that says what it does. */
export function SwitchInput({ name, label, hint }: FieldProps) {
  const { field } = useController({ name });
  const id = useId();
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 3 }}>
      <Box sx={{ flex: 1 }}>
        <FormLabel htmlFor={id}>{label}</FormLabel>
        {hint ? <FormHelperText id={`${id}-help`}>{hint}</FormHelperText> : null}
      </Box>
      <Switch
        checked={Boolean(field.value)}
        onChange={(_, isOn) => field.onChange(isOn)}
        onBlur={field.onBlur}
        slotProps={{ input: { id, ref: field.ref, 'aria-describedby': hint ? `${id}-help` : undefined } }}
      />
    </Box>
  );
}
