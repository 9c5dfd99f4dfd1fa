import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useModelFacts } from '../../api/model-facts.ts';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { ModelSourceText } from '../../ui/model-facts/model-source.tsx';
import { useModelFactsText } from '../../ui/model-facts/use-model-facts-text.ts';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { PartSections } from '../../ui/price/price-part-sections.tsx';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { type Detail, DetailList } from '../../ui/text/detail-list.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { PriceCell } from './price-text.tsx';
import type { PricedModel } from './priced-model.ts';

interface ModelDrawerProps {
  model: string;
  /** Undefined where no such model is in the list. */
  row: PricedModel | undefined;
  unit: PriceUnit;
  onClose: () => void;
}

/** Everything about one model: what it can do, where that was read, and every part of its price. */
export function ModelDrawer({ model, row, unit, onClose }: ModelDrawerProps) {
  const { t } = useTranslation(['price', 'model-facts', 'model-price']);
  return (
    <SideDrawer
      isOpen
      title={model}
      onClose={onClose}
      footer={
        row ? (
          <CopyButton
            text={JSON.stringify(row.price, null, 2)}
            thing="price"
            label={t('copyPrice')}
            isLabelled
          />
        ) : null
      }
    >
      {row === undefined ? (
        <EmptyState kind="missing" title={t('model-price:gone', { model })} />
      ) : (
        <Box sx={{ display: 'grid', gap: 5, fontSize: '0.875rem' }}>
          <FormSection title={t('model-facts:facts')}>
            <ModelFactList row={row} />
          </FormSection>
          <FormSection
            title={t('model-facts:prices')}
            about={
              unit === 'multiplier' ? t('model-price:purposeMultiplier') : t('model-price:purpose', { unit })
            }
          >
            <PriceList row={row} unit={unit} />
            {row.isAvailable ? (
              <PartSections
                price={{ type: row.type, input: row.input, output: row.output, ...row.parts }}
                unit={unit}
              />
            ) : null}
          </FormSection>
        </Box>
      )}
    </SideDrawer>
  );
}

function ModelFactList({ row }: { row: PricedModel }) {
  const { t } = useTranslation(['model-facts', 'price']);
  const formats = useFormats();
  const { abilitiesOf } = useModelFactsText();
  const facts = useModelFacts().get(row.model);
  const owner: Detail = { name: t('price:owner'), value: row.owner || t('price:ownerUnknown') };
  if (facts === undefined)
    return (
      <>
        <DetailList entries={[owner]} />
        <Typography variant="body2" color="textSecondary">
          {t('unknown')}
        </Typography>
      </>
    );
  const tokens = (count: number | undefined) =>
    count === undefined ? '' : t('tokenCount', { tokens: formats.number(count) });
  return (
    <DetailList
      entries={[
        owner,
        { name: t('inputTokens'), value: tokens(facts.context) },
        { name: t('outputTokens'), value: tokens(facts.max_output) },
        { name: t('abilities'), value: abilitiesOf(facts) },
        { name: t('source'), value: facts.source.page === '' ? '' : <ModelSourceText facts={facts} /> },
        { name: t('lists'), value: facts.source.lists.join(', ') },
        { name: t('readOn'), value: facts.source.date },
      ]}
    />
  );
}

function PriceList({ row, unit }: { row: PricedModel; unit: PriceUnit }) {
  const { t } = useTranslation('price');
  const priceText = usePriceText(unit);
  const part = (name: 'input' | 'output' | 'cache_read' | 'cache_write'): Detail => ({
    name: t(name),
    value: <PriceCell row={row} part={name} unit={unit} />,
  });
  const extras =
    row.isAvailable && row.type === 'tokens'
      ? row.extras.map(({ name, multiplier }) => ({ name: t(`extra_${name}`), value: priceText(multiplier) }))
      : [];
  return (
    <DetailList
      entries={[part('input'), part('output'), part('cache_read'), part('cache_write'), ...extras]}
    />
  );
}
