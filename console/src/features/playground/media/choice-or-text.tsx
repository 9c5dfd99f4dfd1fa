import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { FieldFrame } from '../../../ui/form/field-frame.tsx';

export interface ChoiceGroup {
  /** Heading in the list; without it, the choices stand alone. */
  label?: string;
  choices: readonly { value: string; label: string }[];
}

interface ChoiceOrTextProps {
  label: string;
  value: string;
  groups: readonly ChoiceGroup[];
  /** The last choice, which opens a field for any text. */
  other: string;
  /** Shown while nothing is chosen; without it, an empty value is one of the choices. */
  placeholder?: string;
  onChange: (value: string) => void;
}

/** Cannot be the name of anything. */
const OTHER = '\n';

/** One of the usual values, or any text. */
export function ChoiceOrText({ label, value, groups, other, placeholder, onChange }: ChoiceOrTextProps) {
  const isListed = groups.some(({ choices }) => choices.some((choice) => choice.value === value));
  const [isAsked, setAsked] = useState(false);
  const isFree = isAsked || (value !== '' && !isListed);

  function choose(chosen: string) {
    setAsked(chosen === OTHER);
    onChange(chosen === OTHER ? '' : chosen);
  }

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <FieldFrame label={label}>
        {(ids) => (
          <NativeSelect
            input={<OutlinedInput />}
            value={isFree ? OTHER : value}
            onChange={(event) => choose(event.target.value)}
            inputProps={ids}
          >
            {placeholder !== undefined && value === '' && !isFree ? (
              <option value="" disabled>
                {placeholder}
              </option>
            ) : null}
            {groups.map(({ label: heading, choices }) => {
              const options = choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ));
              if (heading === undefined || options.length === 0) return options;
              return (
                <optgroup key={heading} label={heading}>
                  {options}
                </optgroup>
              );
            })}
            <option value={OTHER}>{other}</option>
          </NativeSelect>
        )}
      </FieldFrame>
      {isFree ? (
        <OutlinedInput
          // Opened by the reader, who goes on by typing.
          autoFocus={isAsked}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          inputProps={{ 'aria-label': `${label}: ${other}`, spellCheck: false, autoComplete: 'off' }}
        />
      ) : null}
    </Box>
  );
}
