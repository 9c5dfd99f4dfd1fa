import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { callableModel } from '../../api/sample-model.ts';
import { useSelf } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { NoModels } from '../../ui/state/no-models.tsx';
import { CallSnippets } from '../../ui/text/call-snippets.tsx';
import { useFailingModels } from './failing-models.ts';
import { FirstCallWatch } from './first-call-watch.tsx';
import { PlaygroundKey } from './playground-key.tsx';
import { usePlaygroundKey } from './use-playground-key.ts';

/** From nothing to a call that arrives: address, key, code to copy, and the call when it is there. */
export default function QuickStart() {
  const { t } = useTranslation('dashboard');
  const { serverAddress } = useSite();
  const models = useQuery(availableModelsQuery);
  const playgroundKey = usePlaygroundKey();
  const ownGroup = useSelf()?.group;
  const failing = useFailingModels();
  const model = callableModel(models.data, { ownGroup, failing });
  const baseAddress = `${serverAddress}/v1`;
  return (
    <Card component="section" aria-labelledby="quick-start" sx={{ p: 5, minWidth: 0 }}>
      {models.isPending ? <Skeleton variant="rounded" height={220} /> : null}
      {models.isError && !models.data ? (
        <ErrorState error={models.error} onRetry={() => models.refetch()} />
      ) : null}
      {models.data && model === undefined ? <NoModels /> : null}
      {model === undefined ? null : (
        <>
          <Typography id="quick-start" variant="h2">
            {t('startTitle')}
          </Typography>
          <Typography color="textSecondary" sx={{ mb: 4 }}>
            {t('startAbout')}
          </Typography>
          <PlaygroundKey playgroundKey={playgroundKey} />
          <Box
            sx={{
              display: 'flex',
              flexWrap: { xs: 'wrap', sm: 'nowrap' },
              alignItems: 'center',
              columnGap: 2,
              my: 3,
              fontSize: '0.8125rem',
            }}
          >
            <Box component="span" sx={{ color: 'text.secondary', width: { xs: '100%', sm: 'auto' } }}>
              {t('baseAddress')}
            </Box>
            <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
              {baseAddress}
            </Box>
            <CopyButton text={baseAddress} thing="address" label={t('copyBaseAddress')} />
          </Box>
          <CallSnippets tokenKey={playgroundKey.key ?? 'sk-…'} model={model} />
          <FirstCallWatch isReady={playgroundKey.key !== undefined} />
        </>
      )}
    </Card>
  );
}
