import DownloadIcon from '@mui/icons-material/CloudDownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { CALLS_A_CHECKED_MODEL, type ChannelView, MAX_CHECKED_MODELS } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannelType } from '../../../api/channel-types.ts';
import { useListedModels } from '../../../api/listed-models.ts';
import FailureAlert from '../../../ui/state/failure-alert.tsx';
import { ModelTicks } from '../channel-model/model-ticks.tsx';

/** Shorter lists are read at a glance. */
const SEARCHED_FROM = 20;

interface ModelChoiceProps {
  channel: ChannelView;
  models: readonly string[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Models that the provider lists in addition. */
  onListed: (models: readonly string[]) => void;
}

/** The models to check, and how many calls that takes. */
export function ModelChoice({ channel, models, chosen, onChoose, onListed }: ModelChoiceProps) {
  const { t } = useTranslation(['channel-check', 'channel']);
  const list = useListedModels();
  const hasList = useChannelType(channel.type)?.has_model_list ?? false;
  const [search, setSearch] = useState('');
  const { id, type } = channel;
  return (
    <>
      <Typography color="textSecondary">{t('about')}</Typography>
      {hasList ? (
        <Box>
          <Button
            size="small"
            variant="outlined"
            startIcon={<DownloadIcon />}
            loading={list.isPending}
            loadingPosition="start"
            onClick={() => list.mutate({ id, type }, { onSuccess: onListed })}
          >
            {t('channel:fetchModels')}
          </Button>
        </Box>
      ) : null}
      {list.isError ? <FailureAlert error={list.error} /> : null}
      {models.length > SEARCHED_FROM ? (
        <OutlinedInput
          type="search"
          value={search}
          placeholder={t('channel:compareSearch')}
          onChange={(event) => setSearch(event.target.value)}
          inputProps={{ 'aria-label': t('channel:compareSearch') }}
        />
      ) : null}
      {models.length === 0 ? <Typography>{t('noModels')}</Typography> : null}
      <ModelTicks
        label={t('chosen', { chosen: chosen.size, count: models.length })}
        search={search}
        models={models}
        ticked={chosen}
        onTick={onChoose}
      />
      <Box role="status">
        {chosen.size > MAX_CHECKED_MODELS ? (
          <Alert severity="warning">{t('tooMany', { max: MAX_CHECKED_MODELS })}</Alert>
        ) : (
          <Typography>{t('cost', { count: chosen.size * CALLS_A_CHECKED_MODEL })}</Typography>
        )}
      </Box>
    </>
  );
}
