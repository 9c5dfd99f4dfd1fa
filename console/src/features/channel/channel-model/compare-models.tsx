import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ChannelTypeView, compareModels } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { splitList } from '../../../ui/form/list-input.tsx';
import { useChannelTypeName } from '../../../ui/text/use-channel-type-name.ts';
import type { ChannelFormValues } from '../channel-api.ts';
import { mappingFrom } from './mapping.ts';
import { rowsNaming, testModelAmong } from './model-comparison.ts';
import { ModelTicks } from './model-ticks.tsx';

/** Models to compare with, and where they are from. */
export interface Comparison {
  /**
   * `known`: built in; `newProvider`: the channel has just been given this provider, and what it does not know is meant to
   * go; `upstream`: what the provider lists, which may be hundreds of which few are wanted; `news`: what has changed there.
   */
  source: 'known' | 'newProvider' | 'upstream' | 'news';
  models: readonly string[];
}

interface CompareModelsProps {
  type: ChannelTypeView;
  comparison: Comparison;
  onClose: () => void;
}

/** Shorter lists are read at a glance. */
const SEARCHED_FROM = 20;
const MAX_NAMED = 50;

const listed = (names: readonly string[]): string =>
  names.length > MAX_NAMED ? `${names.slice(0, MAX_NAMED).join(', ')}, …` : names.join(', ');

/** The channel's models next to those of its provider; what is ticked is added, or removed as well. */
export function CompareModels({ type, comparison, onClose }: CompareModelsProps) {
  const { t } = useTranslation('channel');
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const provider = useChannelTypeName()(type);
  const { getValues, setValue } = useFormContext<ChannelFormValues>();
  const { models: text, model_mapping: mapping = '', test_model: testModel = '' } = getValues();
  const chosen = splitList(text);
  const { source, models: offered } = comparison;
  const rows = mappingFrom(mapping) ?? [];
  const targets = Object.fromEntries(rows.map(({ from, to }) => [from, to]));
  // The form does not change under the dialog.
  const [{ added, removed, kept }] = useState(() =>
    compareModels(chosen, offered, source === 'upstream' ? targets : {}),
  );
  const [wanted, setWanted] = useState<ReadonlySet<string>>(
    () => new Set(source === 'upstream' ? [] : added),
  );
  const [unwanted, setUnwanted] = useState<ReadonlySet<string>>(
    () => new Set(source === 'newProvider' ? removed : []),
  );
  const stranded = rowsNaming(rows, unwanted);
  const [search, setSearch] = useState('');
  const isEmptied = unwanted.size === chosen.length && wanted.size === 0;

  function take(gone: ReadonlySet<string>) {
    const models = [...chosen.filter((name) => !gone.has(name)), ...added.filter((name) => wanted.has(name))];
    setValue('models', models.join(','), { shouldDirty: true, shouldValidate: true });
    setValue('test_model', testModelAmong(models, testModel, type.test_model), { shouldDirty: true });
    onClose();
  }

  const titles = {
    upstream: t('fetchedTitle', { provider, count: offered.length }),
    news: t('newsTitle', { provider }),
  };
  const title = source === 'upstream' || source === 'news' ? titles[source] : t('compareTitle', { provider });

  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        <Typography color="textSecondary">{t('compareAbout')}</Typography>
        {added.length + removed.length > SEARCHED_FROM ? (
          <OutlinedInput
            type="search"
            value={search}
            placeholder={t('compareSearch')}
            onChange={(event) => setSearch(event.target.value)}
            inputProps={{ 'aria-label': t('compareSearch') }}
          />
        ) : null}
        {added.length + removed.length === 0 ? <Typography>{t('fetchedSame')}</Typography> : null}
        <ModelTicks
          search={search}
          label={t('compareAdd', { ticked: wanted.size, count: added.length })}
          sign="+"
          models={added}
          ticked={wanted}
          onTick={setWanted}
        />
        <ModelTicks
          search={search}
          label={t('compareRemove', { ticked: unwanted.size, count: removed.length })}
          sign="−"
          models={removed}
          ticked={unwanted}
          onTick={setUnwanted}
        />
        <Box role="status">
          {stranded.length > 0 ? (
            <Alert severity="warning">
              {t('compareMappings', { rows: listed(stranded.map(({ from, to }) => `${from} → ${to}`)) })}
            </Alert>
          ) : null}
        </Box>
        {kept.length > 0 ? (
          <Typography variant="body2" color="textSecondary">
            {t('compareKept', { count: kept.length, models: listed(kept) })}
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
