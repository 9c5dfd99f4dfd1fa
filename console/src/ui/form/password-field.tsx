import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

/** A secret: hidden until asked for. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'endAdornment'>) {
  const { t } = useTranslation('ui');
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <IconButton
          size="small"
          edge="end"
          aria-label={t('show', { name: props.label })}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
        </IconButton>
      }
    />
  );
}
