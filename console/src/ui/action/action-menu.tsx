import MoreIcon from '@mui/icons-material/MoreHorizOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useRef, useState } from 'react';

export interface Action {
  label: string;
  onSelect: () => void;
  isDestructive?: boolean;
  isDisabled?: boolean;
}

/** Rare actions of a row, behind three dots; what destroys comes last. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  // Lists have hundreds of these, and few are ever opened.
  const wasOpened = useRef(false);
  wasOpened.current ||= anchor !== null;
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
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
