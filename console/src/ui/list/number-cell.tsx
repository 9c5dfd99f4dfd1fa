import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, useRef, useState } from 'react';

interface NumberCellProps {
  children: ReactNode;
  /** Accessible name of the button that shows the number. */
  label: string;
  editor: (onClose: () => void) => ReactNode;
}

/** A number of a row that is changed in its place. */
export function NumberCell({ children, label, editor }: NumberCellProps) {
  const [isEdited, setEdited] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isEdited) {
    return editor(() => {
      setEdited(false);
      // The keyboard goes on from where it was.
      requestAnimationFrame(() => button.current?.focus());
    });
  }
  return (
    <ButtonBase
      ref={button}
      data-fills-cell
      aria-label={label}
      onClick={() => setEdited(true)}
      sx={{
        ...{ px: 2, mx: -2, minWidth: 32, height: 28, justifyContent: 'flex-end', borderRadius: '6px' },
        ...{ font: 'inherit', '&:hover': { bgcolor: 'action.hover' } },
      }}
    >
      {children}
    </ButtonBase>
  );
}
