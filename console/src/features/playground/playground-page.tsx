import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { availableModelsQuery } from '../../api/available-model.ts';
import { hasPlaygroundKeyQuery } from '../../api/playground-key.ts';
import { callableModel } from '../../api/sample-model.ts';
import { filterText, useUrlFilter } from '../../ui/list/use-url-filter.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { NoModels } from '../../ui/state/no-models.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { KeyOffer } from './key-offer.tsx';
import { chatModelsQuery, playgroundTokenQuery } from './playground-api.ts';

const playgroundFilter = z.object({ model: filterText() });

export default function PlaygroundPage() {
  const { t } = useTranslation('playground');
  const [filter, setFilter] = useUrlFilter(playgroundFilter);
  const hasKey = useQuery(hasPlaygroundKeyQuery);
  const token = useQuery({ ...playgroundTokenQuery, enabled: hasKey.data === true });
  const tokenKey = token.data?.key ?? '';
  const models = useQuery(chatModelsQuery(tokenKey));
  const failed = [hasKey, token, models].find((query) => query.isError && query.data === undefined);
  const names = models.data ?? [];
  const available = useQuery({ ...availableModelsQuery, enabled: tokenKey !== '' });
  const model = filter.model && names.includes(filter.model) ? filter.model : firstModel();

  /** The model that sample calls name too, if the key may use it. */
  function firstModel(): string {
    if (names.length === 0 || available.isPending) return '';
    const key = { allowed_models: names, group: '', spare_groups: [] };
    return callableModel(available.data, { key }) ?? names[0] ?? '';
  }

  return (
    <Screen title={t('title')} purpose={t('purpose')}>
      <Card
        sx={{
          display: 'flex',
          flexDirection: 'column',
          height: { xs: 'calc(100dvh - 190px)', sm: 'calc(100dvh - 184px)' },
          minHeight: 380,
        }}
      >
        {failed ? <ErrorState error={failed.error} onRetry={() => failed.refetch()} /> : null}
        {hasKey.data === false ? <KeyOffer /> : null}
        {!failed && hasKey.data !== false && (models.isPending || (names.length > 0 && model === '')) ? (
          <Skeleton variant="rectangular" sx={{ flex: 1 }} />
        ) : null}
        {models.data?.length === 0 ? <NoModels /> : null}
        {model !== '' ? (
          <ChatPanel
            tokenKey={tokenKey}
            model={model}
            models={names}
            onModelChange={(name) => setFilter({ model: name })}
          />
        ) : null}
      </Card>
    </Screen>
  );
}
