import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from './field-frame.tsx';
import { TextInput } from './text-input.tsx';

interface PasswordInputProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password' | 'off';
  autoFocus?: boolean;
  placeholder?: string;
}

/** A secret: hidden until asked for. */
export function PasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation('ui');
  const [isShown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            size="small"
            edge="end"
            aria-label={t('show', { name: props.label })}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
