import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Switch from '@mui/material/Switch';
import { type Ref, useId } from 'react';
import type { FieldProps } from './field-frame.tsx';

interface SwitchFieldProps extends Pick<FieldProps, 'label' | 'hint'> {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Something on or off, with a sentence that says what it does; `SwitchInput` is the same, tied to a form. */
export function SwitchField({ label, hint, isOn, onChange, onBlur, inputRef }: SwitchFieldProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 3 }}>
      <Box sx={{ flex: 1 }}>
        <FormLabel htmlFor={id}>{label}</FormLabel>
        {hint ? <FormHelperText id={`${id}-help`}>{hint}</FormHelperText> : null}
      </Box>
      <Switch
        checked={isOn}
        onChange={(_, isNowOn) => onChange(isNowOn)}
        onBlur={onBlur}
        slotProps={{ input: { id, ref: inputRef, 'aria-describedby': hint ? `${id}-help` : undefined } }}
      />
    </Box>
  );
}
