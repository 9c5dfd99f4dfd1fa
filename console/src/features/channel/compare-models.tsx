import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ChannelTypeView } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { splitList } from '../../ui/form/list-input.tsx';
import { useChannelTypeName } from '../../ui/use-channel-type-name.ts';
import type { ChannelFormValues } from './channel-api.ts';
import { mappingFrom } from './mapping.ts';
import { compareModels, rowsNaming, testModelAmong } from './model-comparison.ts';
import { ModelTicks } from './model-ticks.tsx';

interface CompareModelsProps {
  type: ChannelTypeView;
  /** The channel has just been given this provider: what it does not know is meant to go. */
  isNewProvider: boolean;
  onClose: () => void;
}

/** The channel's models beside those of its provider; what is ticked is added, or removed as well. */
export default function CompareModels({ type, isNewProvider, onClose }: CompareModelsProps) {
  const { t } = useTranslation('channel');
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const provider = useChannelTypeName()(type);
  const { getValues, setValue } = useFormContext<ChannelFormValues>();
  const { models: text, model_mapping: mapping = '', test_model: testModel = '' } = getValues();
  const chosen = splitList(text);
  const { added, removed, kept } = compareModels(chosen, type.models);
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set(added));
  const [unwanted, setUnwanted] = useState<ReadonlySet<string>>(new Set(isNewProvider ? removed : []));
  const stranded = rowsNaming(mappingFrom(mapping) ?? [], unwanted);
  const isEmptied = unwanted.size === chosen.length && wanted.size === 0;

  function take(gone: ReadonlySet<string>) {
    const models = [...chosen.filter((name) => !gone.has(name)), ...added.filter((name) => wanted.has(name))];
    setValue('models', models.join(','), { shouldDirty: true, shouldValidate: true });
    setValue('test_model', testModelAmong(models, testModel, type.test_model), { shouldDirty: true });
    onClose();
  }

  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('compareTitle', { provider })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        <Typography color="textSecondary">{t('compareAbout')}</Typography>
        <ModelTicks
          label={t('compareAdd', { ticked: wanted.size, count: added.length })}
          sign="+"
          models={added}
          ticked={wanted}
          onTick={setWanted}
        />
        <ModelTicks
          label={t('compareRemove', { ticked: unwanted.size, count: removed.length })}
          sign="−"
          models={removed}
          ticked={unwanted}
          onTick={setUnwanted}
        />
        <Box role="status">
          {stranded.length > 0 ? (
            <Alert severity="warning">
              {t('compareMappings', { rows: stranded.map(({ from, to }) => `${from} → ${to}`).join(', ') })}
            </Alert>
          ) : null}
        </Box>
        {kept.length > 0 ? (
          <Typography variant="body2" color="textSecondary">
            {t('compareKept', { count: kept.length, models: kept.join(', ') })}
          </Typography>
        ) : null}
      </DialogContent>
      <DialogActions
        disableSpacing
        sx={{
          gap: 2,
          flexDirection: { xs: 'column-reverse', sm: 'row' },
          alignItems: { xs: 'stretch', sm: 'center' },
        }}
      >
        <Button variant="text" onClick={onClose}>
          {t('compareKeep')}
        </Button>
        <Button
          variant={unwanted.size > 0 ? 'outlined' : 'contained'}
          disabled={wanted.size === 0}
          onClick={() => take(new Set())}
        >
          {t('compareAddMissing', { count: wanted.size })}
        </Button>
        <Button
          variant={unwanted.size > 0 ? 'contained' : 'outlined'}
          disabled={unwanted.size === 0 || isEmptied}
          onClick={() => take(unwanted)}
        >
          {t('compareReplace', { added: wanted.size, removed: unwanted.size })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
