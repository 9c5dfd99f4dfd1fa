import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ModelFacts, useModelFacts } from '../../api/model-facts.ts';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { useModelFactsText } from '../../ui/model-facts/use-model-facts-text.ts';
import { ModelLabel } from '../../ui/owner-mark/model-label.tsx';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { hasExtras, PriceCell, PriceExtras } from './price-text.tsx';
import type { PricedModel } from './priced-model.ts';

export function useModelPriceColumns(unit: PriceUnit): DataTableColumn<PricedModel>[] {
  const { t } = useTranslation(['price', 'model-price', 'model-facts']);
  const facts = useModelFacts();
  const { contextOf, abilitiesOf } = useModelFactsText();
  return useMemo(() => {
    const part = (field: 'input' | 'output' | 'cache_read' | 'cache_write', isSortable: boolean) => ({
      field,
      header: t(field),
      align: 'right' as const,
      isSortable,
      cell: (row: PricedModel) => <PriceCell row={row} part={field} unit={unit} />,
    });
    // Nothing where nothing is known: a card leaves such a fact out.
    const known = ({ model }: PricedModel, textOf: (facts: ModelFacts) => string) => {
      const one = facts.get(model);
      return one === undefined ? null : textOf(one) || null;
    };
    return [
      {
        field: 'model',
        header: t('model'),
        isSortable: true,
        cell: (row) => (
          <Box
            component="span"
            sx={{
              display: 'inline-flex',
              verticalAlign: 'middle',
              alignItems: 'center',
              gap: 1,
              maxWidth: '100%',
            }}
          >
            <Box
              component="span"
              sx={{
                fontWeight: 500,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                opacity: row.isAvailable ? 1 : 0.7,
                '& a': { display: 'inline-block', lineHeight: '24px' },
              }}
            >
              <ModelLabel model={row.model} owner={row.owner}>
                <OpenLink id={row.model}>{row.model}</OpenLink>
              </ModelLabel>
            </Box>
            <CopyButton
              text={row.model}
              thing="model"
              label={t('model-price:copyModel', { model: row.model })}
            />
          </Box>
        ),
      },
      {
        field: 'owner',
        importance: 'medium',
        header: t('owner'),
        isSortable: true,
        cell: (row) => row.owner || t('ownerUnknown'),
      },
      part('input', true),
      part('output', true),
      part('cache_read', false),
      part('cache_write', false),
      {
        id: 'more',
        header: t('more'),
        maxWidth: 420,
        // Nothing, and not a part that draws nothing: a card leaves such a fact out.
        cell: (row) => (hasExtras(row) ? <PriceExtras row={row} unit={unit} /> : null),
      },
      {
        id: 'context',
        importance: 'medium',
        header: t('model-facts:contextHead'),
        align: 'right',
        cell: (row) => known(row, contextOf),
      },
      {
        id: 'abilities',
        importance: 'medium',
        header: t('model-facts:abilities'),
        maxWidth: 280,
        cell: (row) => known(row, abilitiesOf),
      },
    ];
  }, [t, unit, facts, contextOf, abilitiesOf]);
}
