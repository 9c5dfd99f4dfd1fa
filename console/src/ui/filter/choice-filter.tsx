import CheckIcon from '@mui/icons-material/CheckOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { FilterChip } from './filter-chip.tsx';

interface ChoiceFilterProps<Value extends string | number> {
  label: string;
  value: Value | undefined;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
  /** The filter always has a value, as a time range does; the first is the usual one. */
  isAlwaysOn?: boolean;
}

/** A chip that offers a few values. */
export function ChoiceFilter<Value extends string | number>(props: ChoiceFilterProps<Value>) {
  const { label, value, choices, onChange, isAlwaysOn = false } = props;
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <FilterChip
      label={label}
      // A value of an address that nobody offers is shown as it stands, so that it can be cleared.
      shown={chosen?.label ?? (value === undefined ? undefined : String(value))}
      isUsual={isAlwaysOn && value === choices[0]?.value}
      onClear={isAlwaysOn ? undefined : () => onChange(undefined)}
    >
      {(close) => (
        <MenuList autoFocus autoFocusItem aria-label={label}>
          {choices.map((choice) => (
            <MenuItem
              key={choice.value}
              role="menuitemradio"
              aria-checked={choice.value === value}
              onClick={() => {
                close();
                onChange(choice.value);
              }}
            >
              <ListItemIcon>{choice.value === value ? <CheckIcon fontSize="small" /> : null}</ListItemIcon>
              {choice.label}
            </MenuItem>
          ))}
        </MenuList>
      )}
    </FilterChip>
  );
}
