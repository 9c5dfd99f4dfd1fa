import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';

interface ModelTicksProps {
  /** Names the list and how many of it are ticked. */
  label: string;
  sign: '+' | '−';
  models: readonly string[];
  ticked: ReadonlySet<string>;
  onTick: (models: ReadonlySet<string>) => void;
}

/** Models of which each can be ticked, under a box for all or none of them. */
export function ModelTicks({ label, sign, models, ticked, onTick }: ModelTicksProps) {
  if (models.length === 0) return null;
  const isSome = ticked.size > 0 && ticked.size < models.length;
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
            checked={ticked.size === models.length}
            indeterminate={isSome}
            onChange={() => onTick(new Set(ticked.size === models.length ? [] : models))}
          />
        }
        slotProps={{ typography: { sx: { fontWeight: 600 } } }}
      />
      <Box
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))', columnGap: 3 }}
      >
        {models.map((model) => (
          <FormControlLabel
            key={model}
            label={`${sign} ${model}`}
            control={<Checkbox size="small" checked={ticked.has(model)} onChange={() => toggle(model)} />}
            sx={{ minWidth: 0 }}
            slotProps={{
              typography: {
                sx: {
                  overflowWrap: 'anywhere',
                  fontSize: '0.8125rem',
                  color: ticked.has(model)
                    ? sign === '+'
                      ? 'success.main'
                      : 'error.main'
                    : 'text.secondary',
                },
              },
            }}
          />
        ))}
      </Box>
    </Box>
  );
}
