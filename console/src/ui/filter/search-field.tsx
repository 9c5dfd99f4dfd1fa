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

interface Draft {
  text: string;
  /** It is searched for, and becomes the value as soon as the address does. */
  isApplied: boolean;
}

/** Searches after a pause in typing, at once on Enter. */
export function SearchField({ label, value, onChange, width = 240 }: SearchFieldProps) {
  const { t } = useTranslation('ui');
  const [draft, setDraft] = useState<Draft>();
  const [knownValue, setKnownValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (value !== knownValue) {
    setKnownValue(value);
    if (draft?.isApplied) setDraft(undefined);
  }

  function apply(text: string) {
    clearTimeout(timer.current);
    const isNew = text.trim() !== value;
    setDraft(isNew ? { text, isApplied: true } : undefined);
    if (isNew) onChange(text.trim());
  }

  function onType(text: string) {
    setDraft({ text, isApplied: false });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(text), PAUSE_MS);
  }

  const shown = draft?.text ?? value;
  return (
    <OutlinedInput
      value={shown}
      placeholder={label}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => (event.key === 'Enter' ? apply(shown) : undefined)}
      onBlur={() => (draft === undefined || draft.isApplied ? undefined : apply(shown))}
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
