import AddIcon from '@mui/icons-material/AddOutlined';
import ActionIcon from '@mui/icons-material/BoltOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { iconOfFeature } from '../../features/feature-icons.ts';
import { findNavigationTrail } from '../navigation.ts';
import type { PaletteEntry, PaletteKind } from './palette-entry.ts';

const titles = {
  recent: 'groupRecent',
  screen: 'groupScreen',
  action: 'groupAction',
  user: 'groupUser',
  channel: 'groupChannel',
  token: 'groupToken',
  model: 'groupModel',
} as const satisfies Record<PaletteKind, string>;

interface PaletteListProps {
  id: string;
  entries: readonly PaletteEntry[];
  activeIndex: number;
  onPoint: (index: number) => void;
  onChoose: (entry: PaletteEntry) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** Results by kind; the input keeps the focus. */
export function PaletteList({ id, entries, activeIndex, onPoint, onChoose }: PaletteListProps) {
  const { t } = useTranslation('palette');
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  return (
    <Box id={id} role="listbox" aria-label={t('palette')} sx={{ overflowY: 'auto', p: 2 }}>
      {kinds.map((kind) => (
        <Box key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <Typography
            id={`${id}-${kind}`}
            role="presentation"
            variant="caption"
            color="textSecondary"
            sx={{ display: 'block', px: 3, pt: 2, pb: 1, fontWeight: 500 }}
          >
            {t(titles[kind])}
          </Typography>
          {entries.map((entry, index) =>
            entry.kind === kind ? (
              <PaletteOption
                key={entry.key}
                id={optionId(id, index)}
                entry={entry}
                isActive={index === activeIndex}
                onPoint={() => onPoint(index)}
                onChoose={() => onChoose(entry)}
              />
            ) : null,
          )}
        </Box>
      ))}
    </Box>
  );
}

/** The icon of the screen that it leads to. */
function signOf({ to, kind }: PaletteEntry): ReactNode {
  if (kind === 'action' && to !== undefined) return <AddIcon />;
  const path = to?.split('?', 1)[0];
  const feature = path === undefined ? undefined : findNavigationTrail(path)?.feature;
  const Icon = feature && iconOfFeature(feature.name);
  return Icon ? <Icon /> : <ActionIcon />;
}

interface PaletteOptionProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function PaletteOption({ id, entry, isActive, onPoint, onChoose }: PaletteOptionProps) {
  return (
    <Box
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 3,
        minHeight: 36,
        borderRadius: '8px',
        cursor: 'pointer',
        bgcolor: isActive ? 'action.selected' : 'transparent',
        '@media (pointer: coarse)': { minHeight: 44 },
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary', '& > svg': { fontSize: 20 } }}>
        {signOf(entry)}
      </Box>
      <Box
        component="span"
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {entry.label}
      </Box>
      {entry.note ? (
        <Typography component="span" variant="caption" color="textSecondary" noWrap sx={{ ml: 'auto' }}>
          {entry.note}
        </Typography>
      ) : null}
    </Box>
  );
}
