import { useQuery } from '@tanstack/react-query';
import type { Price } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { PriceForm } from './price-form.tsx';
import { sharedPriceRows, unpricedModels } from './price-list.ts';
import { knownModelsQuery, pricesQuery, pricingFilter } from './pricing-api.ts';

interface OpenPriceProps {
  /** `new`, `missing`, `copy:<model>`, or a model. */
  open: string;
  view: 'single' | 'multiple';
  onClose: () => void;
}

const freshPrice: Price = {
  // No price is typed yet: a forgotten one must not make a model free.
  ...{ model: 'shared', type: 'tokens', channel_type: 0, locked: false },
  ...{ input: Number.NaN, output: Number.NaN },
  extra_ratios: {},
};

/** The form that an address names. */
export default function OpenPrice({ open, view, onClose }: OpenPriceProps) {
  const { t } = useTranslation('pricing');
  const prices = useQuery(pricesQuery).data;
  const known = useQuery(knownModelsQuery).data;
  if (prices === undefined || known === undefined) return null;
  if (open === 'new') return <PriceForm models={[]} price={freshPrice} known={known} onClose={onClose} />;
  if (open === 'missing') {
    const models = unpricedModels(known, prices);
    return <PriceForm models={models} price={freshPrice} known={known} isNew onClose={onClose} />;
  }
  const isCopy = open.startsWith('copy:');
  const model = isCopy ? open.slice('copy:'.length) : open;
  const price = prices.find((one) => one.model === model);
  if (price === undefined) {
    return (
      <SideDrawer isOpen title={t('title')} onClose={onClose}>
        <EmptyState kind="missing" title={t('gone', { model })} />
      </SideDrawer>
    );
  }
  const everything = pricingFilter.parse({ size: 100 });
  const shared = sharedPriceRows(prices, { ...everything, size: prices.length }).data.find(({ models }) =>
    models.includes(model),
  );
  const models = isCopy ? [] : view === 'multiple' ? (shared?.models ?? [model]) : [model];
  return <PriceForm models={models} price={price} known={known} isNew={isCopy} onClose={onClose} />;
}
