import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { useStored } from '../../ui/page/use-stored.ts';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { BadEntriesNote } from './bad-entries-note.tsx';
import { ComparisonSkeleton } from './comparison-skeleton.tsx';
import { HoursNote } from './hours-note.tsx';
import { OverwritePrices } from './overwrite-prices.tsx';
import { ListNotes } from './price-change/list-notes.tsx';
import { comparePrices } from './price-comparison.ts';
import { PriceDifferences } from './price-differences.tsx';
import { priceListQuery } from './price-list-api.ts';
import { type ListSource, PriceListSource } from './price-list-source.tsx';
import { pricesQuery } from './pricing-api.ts';
import { TakePrices } from './take-prices.tsx';

interface ComparePricesProps {
  unit: PriceUnit;
  onClose: () => void;
  /** Opens what takes lists by itself. */
  onSchedule?: () => void;
}

/** A price list next to the prices in use; only what is chosen is taken. */
export function ComparePrices({ unit, onClose, onSchedule }: ComparePricesProps) {
  const { t } = useTranslation(['pricing', 'price-change']);
  // Source: docs/reference/compatibility.md, "Stored keys".
  const [url, setUrl] = useStored('oneapi_price_update_url', '');
  const [source, setSource] = useState<ListSource>(url === '' ? 'builtIn' : 'address');
  const [asked, setAsked] = useState<string>();
  /** Models whose prices are not wanted; null: those that look like a slip. */
  const [leftByHand, setLeft] = useState<ReadonlySet<string> | null>(null);
  const [file, setFile] = useState<File>();
  const list = useQuery(priceListQuery(sourceOf(source, asked, file)));
  const prices = useQuery(pricesQuery);
  const comparison = useMemo(
    () => list.data && prices.data && comparePrices(list.data.prices, prices.data),
    [list.data, prices.data],
  );
  const left = useMemo(
    () => leftByHand ?? new Set(comparison?.differences.filter(isJumping).map(({ listed }) => listed.model)),
    [leftByHand, comparison],
  );
  const chosen = comparison?.differences.filter(
    ({ isLocked, listed }) => !isLocked && !left.has(listed.model),
  );
  const failed = list.isError ? list : prices.isError ? prices : undefined;
  const fault = list.error instanceof ApiError ? list.error.fields.find(isAddress) : undefined;

  const content = () => {
    if (list.isFetching || (list.data && prices.isPending)) return <ComparisonSkeleton />;
    if (failed) return fault ? null : <ErrorState error={failed.error} onRetry={() => failed.refetch()} />;
    if (!list.data || !comparison) return null;
    return (
      <>
        <BadEntriesNote list={list.data} />
        <ListNotes list={list.data} />
        <HoursNote differences={comparison.differences} />
        <PriceDifferences comparison={comparison} left={left} unit={unit} onLeave={setLeft} />
      </>
    );
  };

  return (
    <SideDrawer
      isOpen
      title={t('compareTitle')}
      onClose={onClose}
      footer={
        chosen && comparison && list.data && !list.isFetching ? (
          <>
            {list.data.prices.length > 0 && (chosen.length > 0 || comparison.counts.removable > 0) ? (
              <OverwritePrices listed={list.data.prices} counts={comparison.counts} onDone={onClose} />
            ) : null}
            {comparison.differences.length > 0 ? <TakePrices chosen={chosen} onTaken={onClose} /> : null}
          </>
        ) : null
      }
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
        <PriceListSource
          source={source}
          url={url}
          isBusy={list.isFetching}
          error={fault?.code}
          onSourceChange={(next) => {
            setSource(next);
            setLeft(null);
          }}
          onFile={(next) => {
            setLeft(null);
            setFile(next);
          }}
          onCompare={(next) => {
            setUrl(next);
            setLeft(null);
            setAsked(next);
            if (next === asked) void list.refetch();
          }}
        />
        {content()}
        {onSchedule ? (
          <Button variant="text" sx={{ justifySelf: 'start' }} onClick={onSchedule}>
            {t('price-change:schedule')}
          </Button>
        ) : null}
      </Box>
    </SideDrawer>
  );
}

const isJumping = ({ isJump }: { isJump: boolean }) => isJump;
function sourceOf(source: ListSource, url: string | undefined, file: File | undefined) {
  if (source === 'builtIn') return {};
  if (source === 'file') return file && { file };
  return url ? { url } : undefined;
}

const isAddress = ({ field }: { field: string }) => field === 'url';
