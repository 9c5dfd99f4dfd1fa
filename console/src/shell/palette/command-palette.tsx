import SearchIcon from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import type { UserView } from '@turnpike/contract';
import { role } from '@turnpike/contract';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { visuallyHidden } from '../../ui/text/visually-hidden.ts';
import { isFound, type PaletteEntry } from './palette-entry.ts';
import { PaletteFoot } from './palette-foot.tsx';
import { optionId, PaletteList } from './palette-list.tsx';
import { useKnownEntries } from './use-known-entries.ts';
import { usePaletteSearch } from './use-palette-search.ts';
import { useRecentEntries } from './use-recent-entries.ts';

interface CommandPaletteProps {
  self: UserView;
  onClose: () => void;
  onShowShortcuts: () => void;
}

/** One field for every screen, action and thing that the reader may reach. */
export function CommandPalette({ self, onClose, onShowShortcuts }: CommandPaletteProps) {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { screens, actions } = useKnownEntries(self.role, onShowShortcuts);
  const [recent, remember] = useRecentEntries(self.id);
  const search = usePaletteSearch(typed, self.role);

  const query = typed.trim();
  const entries =
    query === ''
      ? [...recent, ...screens, ...actions]
      : [...[...screens, ...actions].filter((entry) => isFound(entry, query)), ...search.entries];
  const index = Math.min(active, entries.length - 1);
  const activeId = entries.length > 0 ? optionId(listId, index) : undefined;

  // The browser scrolls: what the arrow keys reach must be in sight.
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function choose(entry: PaletteEntry) {
    onClose();
    remember(entry);
    if (entry.run) entry.run();
    else if (entry.to !== undefined) navigate(entry.to);
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter and arrows belong to the input method while it offers characters.
    if (event.nativeEvent.isComposing || entries.length === 0) return;
    const chosen = entries[index];
    if (event.key === 'ArrowDown') setActive((index + 1) % entries.length);
    else if (event.key === 'ArrowUp') setActive((index - 1 + entries.length) % entries.length);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${listId}-title`}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: { sx: { mt: { xs: '16px', sm: '12vh' }, maxHeight: { xs: '80dvh', sm: '60vh' } } },
      }}
    >
      <Box component="h2" id={`${listId}-title`} sx={visuallyHidden}>
        {t('palette')}
      </Box>
      <InputBase
        autoFocus
        fullWidth
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        placeholder={self.role >= role.admin ? t('placeholderAdmin') : t('placeholder')}
        startAdornment={<SearchIcon sx={{ mr: 3, color: 'text.secondary' }} />}
        inputProps={{
          role: 'combobox',
          'aria-label': t('search'),
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': activeId,
          autoComplete: 'off',
          spellCheck: false,
          maxLength: 100,
        }}
        sx={{
          px: 5,
          minHeight: 52,
          flex: 'none',
          borderBottom: 1,
          borderColor: 'divider',
          fontSize: '1rem',
          '& input': { textOverflow: 'ellipsis' },
        }}
      />
      <PaletteList id={listId} entries={entries} activeIndex={index} onPoint={setActive} onChoose={choose} />
      <PaletteFoot search={search} query={query} isEmpty={entries.length === 0} />
      <Box aria-live="polite" sx={visuallyHidden}>
        {query === '' || search.isSearching ? '' : t('found', { count: entries.length })}
      </Box>
    </Dialog>
  );
}
