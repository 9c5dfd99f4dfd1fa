import Drawer, { type DrawerProps } from '@mui/material/Drawer';

interface ModalDrawerProps extends Pick<DrawerProps, 'anchor' | 'open' | 'onClose' | 'children'> {
  /** Its name, or the id of the element that says it. */
  'aria-label'?: string;
  'aria-labelledby'?: string;
  sx: object;
}

/** A dialog that comes in from an edge of the window. */
export function ModalDrawer({ anchor, open, onClose, children, ...paper }: ModalDrawerProps) {
  return (
    <Drawer
      anchor={anchor}
      open={open}
      onClose={onClose}
      sx={{ zIndex: 'modal' }}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, ...paper } as object }}
    >
      {children}
    </Drawer>
  );
}
