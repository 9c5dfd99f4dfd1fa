import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../action/copy-button.tsx';
import { PartSections } from './price-part-sections.tsx';
import type { PricePartsProps } from './price-parts.ts';

interface PricePartsPanelProps extends PricePartsProps {
  anchor: HTMLElement;
  onClose: () => void;
}

/** The open part of a `PricePartsButton`. */
export default function PricePartsPanel({ model, source, anchor, onClose, ...shown }: PricePartsPanelProps) {
  const { t } = useTranslation('price');
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('partsOf', { model }) } as object }}
    >
      <Box sx={{ p: 4, maxWidth: 460, display: 'grid', gap: 3, fontSize: '0.8125rem' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
          <Box sx={{ flex: 1, fontWeight: 500, overflowWrap: 'anywhere' }}>{model}</Box>
          <CopyButton text={JSON.stringify(source, null, 2)} thing="price" label={t('copyPrice')} />
        </Box>
        <PartSections {...shown} />
      </Box>
    </Popover>
  );
}
