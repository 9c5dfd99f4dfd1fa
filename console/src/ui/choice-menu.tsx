import CheckIcon from '@mui/icons-material/CheckOutlined';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useId, useState } from 'react';

interface ChoiceMenuProps<Value extends string> {
  label: string;
  icon: ReactNode;
  value: Value;
  choices: readonly { value: Value; label: string; lang?: string }[];
  onChange: (value: Value) => void;
}

/** An icon button with a menu of which one entry is chosen. */
export function ChoiceMenu<Value extends string>({
  label,
  icon,
  value,
  choices,
  onChange,
}: ChoiceMenuProps<Value>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {icon}
      </IconButton>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {choices.map((choice) => (
          <MenuItem
            key={choice.value}
            role="menuitemradio"
            aria-checked={choice.value === value}
            selected={choice.value === value}
            lang={choice.lang}
            onClick={() => {
              setAnchor(null);
              onChange(choice.value);
            }}
          >
            <ListItemIcon>{choice.value === value ? <CheckIcon fontSize="small" /> : null}</ListItemIcon>
            {choice.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
