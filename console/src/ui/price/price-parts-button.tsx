import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../loading/lazy-part.ts';
import { type PricePartsProps, partNames } from './price-parts.ts';

const PricePartsPanel = lazyPart(() => import('./price-parts-panel.tsx'));

/** A short mark for the rarer parts of a price, which opens them; nothing where there are none. */
export function PricePartsButton(props: PricePartsProps) {
  const { t } = useTranslation('price');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const names = partNames(props.price).map((name) => t(`part_${name}`));
  if (names.length === 0) return null;
  const list = names.join(t('partSeparator'));
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          ...{ px: 1, ml: -1, py: 0, minWidth: 0, fontWeight: 400, textAlign: 'start' },
          // A card of a phone is as wide as two words.
          whiteSpace: { xs: 'normal', sm: 'nowrap' },
          // It stands in a line of text, which must not grow into the next row.
          minHeight: 24,
          '@media (pointer: coarse)': { minHeight: 24 },
        }}
      >
        {`+ ${list}`}
      </Button>
      {anchor ? (
        <Suspense>
          <PricePartsPanel {...props} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
