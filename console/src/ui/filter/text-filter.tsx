import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChip } from './filter-chip.tsx';
import { FilterHint } from './filter-hint.tsx';

interface TextFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Known values, offered while typing. */
  suggestions?: readonly string[];
  isNumber?: boolean;
  /** Explains the comparison. */
  hint?: string;
}

/** A chip that asks for a text. */
export function TextFilter({ label, value, onChange, suggestions, isNumber = false, hint }: TextFilterProps) {
  const { t } = useTranslation('ui');
  const listId = useId();
  const hintId = useId();
  return (
    <FilterChip label={label} shown={value} onClear={() => onChange(undefined)}>
      {(close) => {
        const onSubmit = (event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
          close();
          onChange(text === '' ? undefined : text);
        };
        return (
          <Box component="form" onSubmit={onSubmit} sx={{ p: 3, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <OutlinedInput
              autoFocus
              name="text"
              defaultValue={value ?? ''}
              inputProps={{
                'aria-label': label,
                'aria-describedby': hint ? hintId : undefined,
                list: suggestions ? listId : undefined,
                inputMode: isNumber ? 'numeric' : 'text',
              }}
            />
            {suggestions ? (
              <datalist id={listId}>
                {suggestions.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            ) : null}
            <Button type="submit" variant="contained">
              {t('apply')}
            </Button>
            {hint ? <FilterHint id={hintId} text={hint} /> : null}
          </Box>
        );
      }}
    </FilterChip>
  );
}
