import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** Boxes are slow to draw by the thousand. */
const MAX_SHOWN = 200;

interface ModelTicksProps {
  /** Names the list and how many of it are ticked. */
  label: string;
  /** The effect of a tick; left out, it only chooses. */
  sign?: '+' | '−';
  /** Shows and ticks only names that have it in them, in any case. */
  search: string;
  models: readonly string[];
  ticked: ReadonlySet<string>;
  onTick: (models: ReadonlySet<string>) => void;
}

/** Models of which each can be ticked, under a box for all or none of them. */
export function ModelTicks({ label, sign, search, models, ticked, onTick }: ModelTicksProps) {
  const { t } = useTranslation('channel');
  if (models.length === 0) return null;
  const sought = search.toLowerCase();
  const matching = models.filter((model) => model.toLowerCase().includes(sought));
  const shown = matching.slice(0, MAX_SHOWN);
  const ticks = matching.filter((model) => ticked.has(model)).length;
  const isAll = ticks === matching.length && ticks > 0;
  function toggleAll() {
    const next = new Set(ticked);
    for (const model of matching) isAll ? next.delete(model) : next.add(model);
    onTick(next);
  }
  function toggle(model: string) {
    const next = new Set(ticked);
    if (!next.delete(model)) next.add(model);
    onTick(next);
  }
  return (
    <Box role="group" aria-label={label}>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            size="small"
            checked={isAll}
            indeterminate={ticks > 0 && !isAll}
            disabled={matching.length === 0}
            onChange={toggleAll}
          />
        }
        slotProps={{ typography: { sx: { fontWeight: 600 } } }}
      />
      <Box
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))', columnGap: 3 }}
      >
        {shown.map((model) => (
          <FormControlLabel
            key={model}
            label={sign === undefined ? model : `${sign} ${model}`}
            control={<Checkbox size="small" checked={ticked.has(model)} onChange={() => toggle(model)} />}
            sx={{ minWidth: 0 }}
            slotProps={{
              typography: {
                sx: {
                  overflowWrap: 'anywhere',
                  fontSize: '0.8125rem',
                  color: ticked.has(model) ? colourOf(sign) : 'text.secondary',
                },
              },
            }}
          />
        ))}
      </Box>
      {matching.length > shown.length ? (
        <Typography variant="caption" color="textSecondary">
          {t('compareMore', { count: matching.length - shown.length })}
        </Typography>
      ) : null}
    </Box>
  );
}

const colourOf = (sign: ModelTicksProps['sign']): string =>
  sign === undefined ? 'text.primary' : sign === '+' ? 'success.main' : 'error.main';
