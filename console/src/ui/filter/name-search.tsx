import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePaused } from '../page/use-paused.ts';
import { FilterHint } from './filter-hint.tsx';
import type { FoundName } from './found-name.ts';

interface NameSearchProps {
  label: string;
  hint?: string;
  useFound: (keyword: string) => readonly FoundName[] | undefined;
  onChoose: (found: FoundName) => void;
}

/** Enter takes the first one; an arrow goes into the list. */
export function NameSearch({ label, hint, useFound, onChoose }: NameSearchProps) {
  const { t } = useTranslation('ui');
  const hintId = useId();
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const keyword = usePaused(typed.trim());
  const found = useFound(keyword);
  const isSettled = keyword === typed.trim();

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const first = found?.[0];
    if (event.key === 'ArrowDown') list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    else if (event.key === 'Enter' && first && isSettled) onChoose(first);
    else return;
    event.preventDefault();
  }

  return (
    <Box sx={{ p: 3, width: 260 }}>
      <OutlinedInput
        autoFocus
        fullWidth
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        inputProps={{
          'aria-label': label,
          'aria-describedby': hint ? hintId : undefined,
          autoComplete: 'off',
          spellCheck: false,
          maxLength: 100,
        }}
      />
      {hint ? <FilterHint id={hintId} text={hint} /> : null}
      <Box role="status" sx={{ minHeight: 20, mt: 1 }}>
        {found?.length === 0 && isSettled ? (
          <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {t('nothingBegins', { text: keyword })}
          </Typography>
        ) : null}
      </Box>
      <MenuList ref={list} aria-label={label} sx={{ mx: -3, mb: -2 }}>
        {found?.map((one) => (
          <MenuItem key={one.value} onClick={() => onChoose(one)}>
            <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {one.name}
            </Box>
            <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 'auto', pl: 3 }}>
              {one.note}
            </Typography>
          </MenuItem>
        ))}
      </MenuList>
    </Box>
  );
}
