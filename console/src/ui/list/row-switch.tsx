import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import type { ReactNode } from 'react';
import { useUndoableSwitch } from './use-undoable-switch.ts';

interface RowSwitchProps {
  /** Unique key among all lists: `channel 7`. */
  undoKey: string;
  name: string;
  /** Read aloud. */
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  /** Sends the change; the query client shows a refusal. */
  turn: (isOn: boolean) => Promise<unknown>;
  /** The state in words. */
  children: ReactNode;
}

/** Turns a row on and off in its list; turning it off can be undone. */
export function RowSwitch({
  undoKey,
  name,
  label,
  isOn,
  isDisabled = false,
  turn,
  children,
}: RowSwitchProps) {
  const change = useUndoableSwitch({ key: undoKey, name, turn });
  return (
    <Box sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 3 }}>
      <Switch
        checked={isOn}
        disabled={isDisabled}
        onChange={(_, next) => change(next)}
        slotProps={{ input: { 'aria-label': label } }}
      />
      {children}
    </Box>
  );
}
