import ButtonBase, { type ButtonBaseProps } from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';

interface ChoiceTileProps {
  /** One of several that exclude each other, or a button that fills a field. */
  role: 'radio' | 'button';
  isChosen: boolean;
  onChoose: () => void;
  sx: Extract<ButtonBaseProps['sx'], object>;
  children: ReactNode;
}

export function ChoiceTile({ role, isChosen, onChoose, sx, children }: ChoiceTileProps) {
  return (
    <ButtonBase
      {...(role === 'radio' ? { role, 'aria-checked': isChosen } : { 'aria-pressed': isChosen })}
      onClick={onChoose}
      sx={{
        ...{ font: 'inherit', textAlign: 'left', borderRadius: '8px', border: 1 },
        borderColor: isChosen ? 'primary.main' : 'divider',
        bgcolor: isChosen ? 'action.selected' : 'background.paper',
        '&:hover': { borderColor: 'primary.main' },
        ...sx,
      }}
    >
      {children}
    </ButtonBase>
  );
}
