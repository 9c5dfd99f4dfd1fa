import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { keyModes, MAX_KEYS, MAX_NEW_CHANNELS } from '@turnpike/contract';
import { useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { KeysInput } from './keys-input.tsx';

interface SeveralKeysProps {
  label: string;
  placeholder: string;
  isOptional: boolean;
}

/** Asks for several keys of a new channel. */
export function SeveralKeys(look: SeveralKeysProps) {
  const { t } = useTranslation('channel');
  const max = useWatch({ name: 'key_mode' }) === 'one_channel' ? MAX_KEYS : MAX_NEW_CHANNELS;
  return <KeysInput {...look} hint={t('keysHint', { max })} />;
}

/** Whether several keys stay together. */
export function KeyMode() {
  const { t } = useTranslation('channel');
  const id = useId();
  const name = String(useWatch({ name: 'name' }) ?? '').trim() || t('name');
  const { field } = useController({ name: 'key_mode' });
  return (
    <Box>
      <FormLabel id={id}>{t('keyMode')}</FormLabel>
      <RadioGroup aria-labelledby={id} value={field.value} onChange={(_, mode) => field.onChange(mode)}>
        {keyModes.toReversed().map((mode) => (
          <Box key={mode} sx={{ mt: 1 }}>
            <FormControlLabel
              value={mode}
              control={<Radio size="small" slotProps={{ input: { 'aria-describedby': `${id}-${mode}` } }} />}
              label={t(`keyMode_${mode}`)}
            />
            <FormHelperText id={`${id}-${mode}`} sx={{ mt: 0, ml: '30px' }}>
              {t(`keyModeHint_${mode}`, { name })}
            </FormHelperText>
          </Box>
        ))}
      </RadioGroup>
    </Box>
  );
}
