import { useQuery } from '@tanstack/react-query';
import { noPriceParts, type Price, type PriceView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { unpricedModels } from '../../api/unpriced-models.ts';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { PriceForm } from './price-form.tsx';
import { sharedPriceRows } from './price-list.ts';
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
  ...noPriceParts(),
};

/** The form that an address names. */
export function OpenPrice(props: OpenPriceProps) {
  const { t } = useTranslation('pricing');
  const prices = useQuery(pricesQuery);
  const known = useQuery(knownModelsQuery).data;
  if (known === undefined) return null;
  return (
    <LoadedForm row={prices} title={t('title')} onClose={props.onClose}>
      {(prices) => <LoadedPrice {...props} prices={prices} known={known} />}
    </LoadedForm>
  );
}

interface LoadedPriceProps extends OpenPriceProps {
  prices: PriceView[];
  known: readonly string[];
}

function LoadedPrice({ open, view, prices, known, onClose }: LoadedPriceProps) {
  const { t } = useTranslation('pricing');
  if (open === 'new') {
    const present = prices.map(({ etag: _, ...price }) => price);
    return <PriceForm models={[]} price={freshPrice} present={present} known={known} onClose={onClose} />;
  }
  if (open === 'missing') {
    const models = unpricedModels(
      known,
      prices.map((one) => one.model),
    );
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
  const etags = prices.filter((one) => models.includes(one.model)).map(({ etag }) => etag);
  const { etag: _, ...shown } = price;
  return (
    <PriceForm models={models} price={shown} known={known} etags={etags} isNew={isCopy} onClose={onClose} />
  );
}
