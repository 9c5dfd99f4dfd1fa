import CheckIcon from '@mui/icons-material/CheckOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  lang?: string;
}

interface ChoiceListProps {
  id: string;
  label: string;
  anchor: HTMLElement;
  value: string;
  choices: readonly Choice<string>[];
  onClose: () => void;
  onChoose: (value: string) => void;
}

/** The open part of a `ChoiceMenu`. */
export default function ChoiceList({
  id,
  label,
  anchor,
  value,
  choices,
  onClose,
  onChoose,
}: ChoiceListProps) {
  return (
    <Menu id={id} anchorEl={anchor} open onClose={onClose} slotProps={{ list: { 'aria-label': label } }}>
      {choices.map((choice) => (
        <MenuItem
          key={choice.value}
          role="menuitemradio"
          aria-checked={choice.value === value}
          selected={choice.value === value}
          lang={choice.lang}
          onClick={() => {
            onClose();
            onChoose(choice.value);
          }}
        >
          <ListItemIcon>{choice.value === value ? <CheckIcon fontSize="small" /> : null}</ListItemIcon>
          {choice.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
