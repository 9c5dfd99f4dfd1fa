import MoreIcon from '@mui/icons-material/MoreHorizOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type MouseEvent, useId, useRef, useState } from 'react';

export interface Action {
  label: string;
  onSelect: () => void;
  isDestructive?: boolean;
  isDisabled?: boolean;
}

interface ActionMenuProps {
  label: string;
  /** On the button, in place of three dots. */
  text?: string;
  isBusy?: boolean;
  actions: readonly Action[];
}

/** Rare actions of a row, behind three dots; what destroys comes last. */
export function ActionMenu({ label, text, isBusy = false, actions }: ActionMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  // Lists have hundreds of these, and few are ever opened.
  const wasOpened = useRef(false);
  wasOpened.current ||= anchor !== null;
  const button = {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    'aria-controls': anchor ? menuId : undefined,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const;
  return (
    <>
      {text === undefined ? (
        <IconButton size="small" aria-label={label} {...button}>
          <MoreIcon fontSize="small" />
        </IconButton>
      ) : (
        <Button variant="outlined" loading={isBusy} {...button}>
          {text}
        </Button>
      )}
      {wasOpened.current ? (
        <Menu
          id={menuId}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          slotProps={{ list: { 'aria-label': label } }}
        >
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              disabled={action.isDisabled ?? false}
              sx={action.isDestructive ? { color: 'error.main' } : {}}
              onClick={() => {
                setAnchor(null);
                action.onSelect();
              }}
            >
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  );
}
