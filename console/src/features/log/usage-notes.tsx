import Typography from '@mui/material/Typography';
import type { LogView } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/text/use-formats.ts';

/** Units without a price, and faults in the provider's report. */
export function UsageNotes({ row }: { row: LogView }) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const { units = [], usage_flags = [], lines = [] } = row.metadata ?? {};
  const unpriced = units.filter(({ kind }) => lines.every(({ bucket }) => bucket !== kind));
  const counted = unpriced.map(
    ({ kind, variant, count }) =>
      `${t(`unit_${kind}`)}${variant === undefined ? '' : ` (${variant})`}: ${formats.number(count)}`,
  );
  return (
    <>
      {usage_flags.map((flag) => (
        <Note key={flag}>{t(`flag_${flag}`)}</Note>
      ))}
      {counted.length > 0 ? <Note>{t('unitsUnpriced', { units: counted.join(', ') })}</Note> : null}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ px: 3, pb: 2, m: 0 }}>
      {children}
    </Typography>
  );
}
