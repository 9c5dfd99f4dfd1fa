import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../../ui/text/visually-hidden.ts';

/** Chooses a price list of this computer. */
export function PriceListFile({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation('price-change');
  const [name, setName] = useState('');
  return (
    <div>
      <Button component="label" variant="outlined" loading={isBusy}>
        {t('chooseFile')}
        <input
          type="file"
          accept=".json,application/json"
          style={visuallyHidden}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file === undefined) return;
            setName(file.name);
            onFile(file);
          }}
        />
      </Button>
      <Typography variant="caption" color="textSecondary" sx={{ display: 'block', mt: 1 }}>
        {name || t('fileHint')}
      </Typography>
    </div>
  );
}
