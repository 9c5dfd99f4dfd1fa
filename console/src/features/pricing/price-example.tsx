import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type Price, type ServiceTier, serviceTier, type UnitKind } from '@turnpike/contract';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../ui/form/field-frame.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { numberFrom } from '../../ui/form/typed-number.ts';
import { costSum } from '../../ui/price/exact-cost.ts';
import { exampleCharge } from '../../ui/price/example-charge.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { useBucketName } from './use-bucket-name.ts';

const usualCounts: Readonly<Record<string, string>> = { input: '10000', cached: '4000', output: '2000' };

/** Cost of an example call at the typed price, before a group's ratio. Its counts can be edited. */
export function PriceExample() {
  const { t } = useTranslation(['pricing', 'price']);
  const price = useWatch({ name: 'price' }) as Price;
  const bucketName = useBucketName();
  const [typed, setTyped] = useState(usualCounts);
  const [chosenTier, setTier] = useState<ServiceTier | ''>('');
  const tiers = serviceTier.filter((tier) => price.tiers[tier] !== undefined);
  const tier = tiers.find((one) => one === chosenTier) ?? '';
  const [chosenRule, setRule] = useState('');
  const rules = price.hours?.rules ?? [];
  const hourRatio = chosenRule === '' ? 1 : (rules[Number(chosenRule)]?.ratio ?? 1);
  const unitName = (index: number) => `unit${index}`;
  const countOf = (name: string) => numberFrom(typed[name] ?? '1');
  const field = (name: string, label: string) => (
    <TextField
      key={name}
      name={`example.${name}`}
      label={label}
      value={typed[name] ?? '1'}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
      error={Number.isSafeInteger(countOf(name)) && countOf(name) >= 0 ? undefined : 'field.not_whole'}
    />
  );
  return (
    <Box
      component="section"
      aria-label={t('exampleTitle')}
      sx={{ bgcolor: 'action.hover', borderRadius: '8px', px: 4, py: 3, display: 'grid', gap: 3 }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))', gap: 3 }}>
        {price.type === 'times'
          ? null
          : [
              field('input', t('exampleInput')),
              field('cached', t('exampleCached')),
              field('output', t('exampleOutput')),
            ]}
        {price.units.map(({ kind, variant }, index) =>
          kind === 'call' ? null : field(unitName(index), bucketName(kind as UnitKind, variant)),
        )}
        {tiers.length === 0 ? null : (
          <FieldFrame label={t('exampleTier')}>
            {(ids) => (
              <NativeSelect
                input={<OutlinedInput />}
                value={tier}
                onChange={({ target }) => setTier(target.value as ServiceTier | '')}
                inputProps={ids}
              >
                <option value="">{t('exampleStandard')}</option>
                {tiers.map((one) => (
                  <option key={one} value={one}>
                    {t(`price:tier_${one}`)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </FieldFrame>
        )}
        {rules.length === 0 ? null : (
          <FieldFrame label={t('exampleHour')}>
            {(ids) => (
              <NativeSelect
                input={<OutlinedInput />}
                value={chosenRule}
                onChange={({ target }) => setRule(target.value)}
                inputProps={ids}
              >
                <option value="">{t('exampleStandard')}</option>
                {rules.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its number
                  <option key={index} value={index}>
                    {t('hourRuleNumber', { number: index + 1 })}
                  </option>
                ))}
              </NativeSelect>
            )}
          </FieldFrame>
        )}
      </Box>
      <ExampleSum
        charge={exampleCharge(price, {
          inputTokens: countOf('input'),
          cachedTokens: countOf('cached'),
          outputTokens: countOf('output'),
          unitCounts: price.units.map((_, index) => countOf(unitName(index))),
          tier,
          hourRatio,
        })}
      />
    </Box>
  );
}

/** The formula line by line, and what it comes to. */
function ExampleSum({ charge }: { charge: ReturnType<typeof exampleCharge> }) {
  const { t } = useTranslation('pricing');
  const formats = useFormats();
  const bucketName = useBucketName();
  if (charge === null)
    return (
      <Box role="status" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {t('exampleWaiting')}
      </Box>
    );
  const { lines, points, step, tierRatio, hourRatio } = charge;
  const sum = costSum(lines, { groupRatio: 1, tierRatio, hourRatio });
  return (
    <Box
      role="status"
      sx={{ display: 'grid', gap: 1, fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' }}
    >
      {lines.map(({ bucket, variant = '', count, ratio }) => (
        <Box key={`${bucket} ${variant}`} sx={{ color: 'text.secondary' }}>
          {t('exampleLine', {
            name: bucketName(bucket, variant),
            count: formats.number(count),
            ratio: formats.number(Number(ratio), 9),
          })}
        </Box>
      ))}
      {tierRatio === '1' ? null : (
        <Box sx={{ color: 'text.secondary' }}>
          {t('exampleTierFactor', { factor: formats.number(Number(tierRatio), 9) })}
        </Box>
      )}
      {hourRatio === '1' ? null : (
        <Box sx={{ color: 'text.secondary' }}>
          {t('exampleHourFactor', { factor: formats.number(Number(hourRatio), 9) })}
        </Box>
      )}
      {sum === points ? null : (
        <Box sx={{ color: 'text.secondary' }}>{t('exampleSum', { sum: formats.number(sum, 9) })}</Box>
      )}
      {step === 0 ? null : (
        <Box sx={{ color: 'text.secondary' }}>{t('exampleStep', { tokens: formats.number(step) })}</Box>
      )}
      <Box sx={{ fontSize: '0.875rem', fontWeight: 500 }}>
        {t('exampleCost', {
          count: points,
          number: formats.number(points),
          cost: formats.quota(points, { isPrecise: true }),
        })}
      </Box>
    </Box>
  );
}
