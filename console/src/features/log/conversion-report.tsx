import Box from '@mui/material/Box';
import { dialectLabel, type LogConversion } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../theme/fonts.ts';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';

type Fate = NonNullable<LogConversion['fields']>[number]['fate'];

/** The most important fate stands first. */
const fates: readonly Fate[] = ['dropped', 'approximated', 'added', 'renamed'];

/** Changes of a request and its answer between two dialects; fields of the answer begin with `answer.`. */
export function ConversionReport({ conversion }: { conversion: LogConversion }) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const { from, to, fields = [], unnamed = 0 } = conversion;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <span>
        {t('conversionOf', { from: dialectLabel(from), to: dialectLabel(to) })}
        {fields.length === 0 ? ` ${t('conversionWhole')}` : null}
      </span>
      {fates.map((fate) => {
        const list = fields.filter((field) => field.fate === fate);
        return list.length === 0 ? null : (
          <Box key={fate}>
            <StatusDot tone={fate === 'dropped' ? 'look' : 'quiet'}>{t(`fate_${fate}`)}</StatusDot>
            <Box
              component="ul"
              aria-label={t(`fate_${fate}`)}
              sx={{ m: 0, mt: 1, pl: 4, listStyle: 'none', display: 'grid', gap: 1 }}
            >
              {list.map(({ field, why }) => (
                <Box key={field} component="li" sx={{ overflowWrap: 'anywhere' }}>
                  <Box component="code" sx={{ fontFamily: monospace, fontSize: '0.8125rem' }}>
                    {field}
                  </Box>
                  {why ? (
                    <Box component="span" lang="en" sx={{ color: 'text.secondary', ml: 2 }}>
                      {why}
                    </Box>
                  ) : null}
                </Box>
              ))}
            </Box>
          </Box>
        );
      })}
      {unnamed > 0 ? (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('unnamed', { count: unnamed, number: formats.number(unnamed) })}
        </Box>
      ) : null}
    </Box>
  );
}
