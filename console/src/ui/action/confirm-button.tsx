import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmButtonProps {
  /** The verb, on the button and in the dialog. */
  label: string;
  /** Names the effect: "Delete key build-server?" */
  title: string;
  /** The consequences. */
  children?: ReactNode;
  isBusy?: boolean;
  size?: 'small';
  onConfirm: () => void;
}

/** A destructive action that asks first. */
export function ConfirmButton({ label, title, children, isBusy, size, onConfirm }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button color="error" variant="outlined" {...(size && { size })} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={title}
        confirmLabel={label}
        isBusy={isBusy ?? false}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          setOpen(false);
          onConfirm();
        }}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
