import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

/** Makes a new channel's form ask for several keys. */
export function SeveralKeys({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation('channel');
  const id = useId();
  const name = String(useWatch({ name: 'name' }) ?? '').trim() || t('name');
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 3 }}>
      <Box sx={{ flex: 1 }}>
        <FormLabel htmlFor={id}>{t('severalKeys')}</FormLabel>
        <FormHelperText id={`${id}-help`}>{t('severalKeysHint', { name })}</FormHelperText>
      </Box>
      <Switch
        checked={isOn}
        onChange={(_, turned) => onChange(turned)}
        slotProps={{ input: { id, 'aria-describedby': `${id}-help` } }}
      />
    </Box>
  );
}
