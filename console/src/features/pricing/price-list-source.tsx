import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { priceListSource } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../../ui/chart/choice-buttons.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PriceListFile } from './price-change/price-list-file.tsx';

export type ListSource = 'builtIn' | 'address' | 'file';

interface PriceListSourceProps {
  source: ListSource;
  url: string;
  isBusy: boolean;
  /** Code of what the server found wrong with the address. */
  error: string | undefined;
  onSourceChange: (source: ListSource) => void;
  onCompare: (url: string) => void;
  onFile: (file: File) => void;
}

/** Where the list comes from. The built-in one is compared at once, an address when asked for. */
export function PriceListSource(props: PriceListSourceProps) {
  const { t } = useTranslation(['pricing', 'price-change']);
  const [typed, setTyped] = useState(props.url);
  const [fault, setFault] = useState<string>();
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <div>
        <ChoiceButtons
          label={t('listSource')}
          names={['builtIn', 'address', 'file'] as const}
          value={props.source}
          onChange={props.onSourceChange}
          textOf={(source) => (source === 'file' ? t('price-change:source_file') : t(`source_${source}`))}
        />
      </div>
      {props.source === 'file' ? <PriceListFile isBusy={props.isBusy} onFile={props.onFile} /> : null}
      {props.source === 'address' ? (
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const { success, data } = priceListSource
              .pick({ url: true })
              .required()
              .safeParse({ url: typed });
            setFault(success ? undefined : 'field.invalid_address');
            if (success) props.onCompare(data.url);
          }}
          sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}
        >
          <TextField
            name="url"
            type="url"
            label={t('listAddress')}
            hint={t('listAddressHint')}
            placeholder="https://"
            value={typed}
            onChange={setTyped}
            error={fault ?? (typed.trim() === props.url ? props.error : undefined)}
          />
          <Button type="submit" variant="outlined" loading={props.isBusy}>
            {t('compare')}
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}
