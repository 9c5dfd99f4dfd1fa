import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { Price, UsageClass } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ownersQuery } from '../../api/model-owners.ts';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { OwnerName } from '../../ui/owner-mark/owner-name.tsx';
import {
  cacheReadPrice,
  classPrice,
  hasNoOutput,
  isByUnitsOnly,
  namesClass,
} from '../../ui/price/class-price.ts';
import { PricePartsButton } from '../../ui/price/price-parts-button.tsx';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';
import type { SharedPriceRow } from './price-list.ts';
import { PricingActions } from './pricing-actions.tsx';

/** Classes that have a column of their own. */
const ownColumn: ReadonlySet<UsageClass> = new Set([
  'cached_tokens',
  'cached_read_tokens',
  'cached_write_tokens',
]);

/** A price as it can be set elsewhere. */
const withoutState = (price: Price): object => ({ ...price, etag: undefined });

interface PricingColumnsOptions {
  unit: PriceUnit;
  view: 'single' | 'multiple';
  onOpen: (model: string) => void;
}

export function usePricingColumns({
  unit,
  view,
  onOpen,
}: PricingColumnsOptions): DataTableColumn<SharedPriceRow>[] {
  const { t } = useTranslation(['pricing', 'price', 'ui']);
  const priceText = usePriceText(unit);
  const owners = useQuery(ownersQuery).data;
  return useMemo(() => {
    const isPerCall = ({ price }: SharedPriceRow) => price.type === 'times';
    const ofTokens = (row: SharedPriceRow, multiplier: number) =>
      isPerCall(row) ? '–' : priceText(multiplier);
    const ofCache = (row: SharedPriceRow, multiplier: number, isSet: boolean) => (
      <Box component="span" sx={isSet ? {} : { color: 'text.secondary' }}>
        {hasNoOutput(row.price) || isByUnitsOnly(row.price) ? '–' : ofTokens(row, multiplier)}
      </Box>
    );
    return [
      {
        id: 'model',
        header: view === 'single' ? t('price:model') : t('models'),
        isSortable: true,
        maxWidth: view === 'single' ? 420 : 240,
        cell: (row) => (
          <Box
            component="span"
            sx={{
              display: 'inline-flex',
              flexWrap: { xs: 'wrap', sm: 'nowrap' },
              alignItems: 'center',
              columnGap: 1,
              maxWidth: '100%',
            }}
          >
            <Box
              component="span"
              sx={{
                minWidth: 0,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                // As high as a finger needs next to the parts of the price above.
                '& a': { display: 'inline-block', lineHeight: '24px' },
              }}
            >
              <OpenLink id={row.model}>{row.models.slice(0, 2).join(', ')}</OpenLink>
            </Box>
            {row.models.length > 2 ? (
              <Box component="span" sx={{ flexShrink: 0, whiteSpace: 'nowrap', color: 'text.secondary' }}>
                {t('moreModels', { count: row.models.length - 2 })}
              </Box>
            ) : null}
            {row.price.locked ? (
              <LockIcon titleAccess={t('locked')} sx={{ fontSize: 16, color: 'text.secondary' }} />
            ) : null}
          </Box>
        ),
      },
      {
        id: 'channel_type',
        importance: 'medium',
        header: t('price:owner'),
        isSortable: true,
        cell: ({ price }) => {
          const owner = owners?.find(({ id }) => id === price.channel_type);
          return owner === undefined ? t('price:ownerUnknown') : <OwnerName owner={owner} />;
        },
      },
      { id: 'type', header: t('type'), importance: 'low', cell: ({ price }) => t(`type_${price.type}`) },
      {
        id: 'input',
        header: t('price:input'),
        align: 'right',
        isSortable: true,
        cell: (row) => (isByUnitsOnly(row.price) ? '–' : priceText(row.price.input, isPerCall(row))),
      },
      {
        id: 'output',
        header: t('price:output'),
        align: 'right',
        isSortable: true,
        cell: (row) =>
          hasNoOutput(row.price) || isByUnitsOnly(row.price) ? '–' : ofTokens(row, row.price.output),
      },
      {
        id: 'cache_read',
        header: t('price:cache_read'),
        align: 'right',
        cell: (row) =>
          ofCache(
            row,
            cacheReadPrice(row.price),
            namesClass(row.price, 'cached_read_tokens', 'cached_tokens'),
          ),
      },
      {
        id: 'cache_write',
        header: t('price:cache_write'),
        importance: 'low',
        align: 'right',
        cell: (row) =>
          ofCache(
            row,
            classPrice(row.price, 'cached_write_tokens'),
            namesClass(row.price, 'cached_write_tokens'),
          ),
      },
      {
        id: 'more',
        header: t('price:more'),
        maxWidth: 280,
        importance: 'medium',
        cell: ({ model, price }) => (
          <span>
            <PricePartsButton model={model} price={price} unit={unit} source={withoutState(price)} />{' '}
            {(Object.keys(price.extra_ratios) as UsageClass[])
              .filter((name) => !ownColumn.has(name))
              .map((name) => `${t(`price:extra_${name}`)} ${priceText(classPrice(price, name))}`)
              .join(' · ')}
          </span>
        ),
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (row) => <PricingActions row={row} onOpen={onOpen} />,
      },
    ];
  }, [t, priceText, owners, view, unit, onOpen]);
}
