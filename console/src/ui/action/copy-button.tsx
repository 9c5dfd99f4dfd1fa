import DoneIcon from '@mui/icons-material/CheckOutlined';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CopiedThing, useCopy } from './use-copy.ts';

interface CopyButtonProps {
  text: string;
  thing: CopiedThing;
  /** Names what is copied: "Copy key". */
  label?: string;
  /** Shows the label next to the icon. */
  isLabelled?: boolean;
  variant?: 'outlined' | 'contained';
}

export function CopyButton({
  text,
  thing,
  label,
  isLabelled = false,
  variant = 'outlined',
}: CopyButtonProps) {
  const { t } = useTranslation('ui');
  const copy = useCopy();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const name = label ?? t('copy');

  async function onClick() {
    if (!(await copy(text, thing))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1500);
  }

  const icon = isCopied ? <DoneIcon fontSize="small" /> : <CopyIcon fontSize="small" />;
  if (isLabelled) {
    return (
      <Button variant={variant} startIcon={icon} onClick={onClick} sx={{ flex: 'none' }}>
        {name}
      </Button>
    );
  }
  return (
    <IconButton size="small" aria-label={name} title={name} onClick={onClick}>
      {icon}
    </IconButton>
  );
}
