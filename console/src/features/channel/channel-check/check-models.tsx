import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ChannelView, MAX_CHECKED_MODELS } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckedModels } from './checked-models.tsx';
import { ModelChoice } from './model-choice.tsx';
import { useModelCheck } from './use-model-check.ts';

/** All models of a short list are chosen at first; of a long one none, because each costs some calls. */
const MAX_CHOSEN_AT_FIRST = 10;

interface CheckModelsProps {
  channel: ChannelView;
  onClose: () => void;
}

/** Checks by real calls whether a provider serves the models of a channel. Closing it ends the check. */
export default function CheckModels({ channel, onClose }: CheckModelsProps) {
  const { t } = useTranslation(['channel-check', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const { check, start, stop, clear } = useModelCheck(channel.id);
  const [listed, setListed] = useState<readonly string[]>([]);
  const own = namedModels(channel.models);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(own.length <= MAX_CHOSEN_AT_FIRST ? own : []),
  );
  const models = [...new Set([...own, ...listed])];
  const isChoosing = check.asked.length === 0;
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('title', { name: channel.name })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        {isChoosing ? (
          <ModelChoice
            channel={channel}
            models={models}
            chosen={chosen}
            onChoose={setChosen}
            onListed={setListed}
          />
        ) : (
          <CheckedModels {...check} />
        )}
      </DialogContent>
      <DialogActions>
        {check.isRunning ? (
          <Button variant="outlined" onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          <>
            <Button variant="outlined" onClick={onClose}>
              {t('ui:close')}
            </Button>
            {isChoosing ? (
              <Button
                variant="contained"
                disabled={chosen.size === 0 || chosen.size > MAX_CHECKED_MODELS}
                onClick={() => start(models.filter((model) => chosen.has(model)))}
              >
                {t('start', { count: chosen.size })}
              </Button>
            ) : (
              <Button variant="contained" onClick={clear}>
                {t('again')}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** A name with a wildcard is no model that could be asked. */
const namedModels = (models: string): string[] =>
  models.split(',').filter((name) => name !== '' && !name.endsWith('*'));
