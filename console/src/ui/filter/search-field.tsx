import CloseIcon from '@mui/icons-material/CloseOutlined';
import SearchIcon from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const PAUSE_MS = 350;

interface SearchFieldProps {
  /** Says what is searched; also the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  width?: number;
}

/** Searches after a pause in typing, at once on Enter. */
export function SearchField({ label, value, onChange, width = 240 }: SearchFieldProps) {
  const { t } = useTranslation('ui');
  const [draft, setDraft] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function apply(text: string) {
    clearTimeout(timer.current);
    setDraft(undefined);
    if (text.trim() !== value) onChange(text.trim());
  }

  function onType(text: string) {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(text), PAUSE_MS);
  }

  const shown = draft ?? value;
  return (
    <OutlinedInput
      value={shown}
      placeholder={label}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => (event.key === 'Enter' ? apply(shown) : undefined)}
      onBlur={() => (draft === undefined ? undefined : apply(shown))}
      inputProps={{ 'aria-label': label, type: 'search', enterKeyHint: 'search' }}
      startAdornment={<SearchIcon fontSize="small" color="action" />}
      endAdornment={
        shown === '' ? null : (
          <InputAdornment position="end">
            <IconButton
              size="small"
              aria-label={t('clear', { name: label })}
              onClick={() => apply('')}
              edge="end"
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </InputAdornment>
        )
      }
      sx={{
        width,
        maxWidth: '100%',
        '& input': { textOverflow: 'ellipsis' },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}
