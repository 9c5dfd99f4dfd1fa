import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { hasPlaygroundKeyQuery } from '../../api/playground-key.ts';
import { filterText, useUrlFilter } from '../../ui/list/use-url-filter.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { NoModels } from '../../ui/state/no-models.tsx';
import { ChatTab } from './chat-tab.tsx';
import { KeyOffer } from './key-offer.tsx';
import { keyModelsQuery, playgroundTokenQuery } from './playground-api.ts';
import {
  type PlaygroundTab,
  PlaygroundTabs,
  panelId,
  playgroundTabs,
  useOpenTab,
} from './playground-tabs.tsx';

// The code of a tab is loaded when it is opened.
const PictureTab = lazyPart(() => import('./picture/picture-tab.tsx'));
const SpeechTab = lazyPart(() => import('./speech/speech-tab.tsx'));
const VideoTab = lazyPart(() => import('./video/video-tab.tsx'));

const playgroundFilter = z.object({
  /** Model of the chat. */
  model: filterText(),
  /** Id of the video's task. */
  task: filterText(),
});

export default function PlaygroundPage() {
  const { t } = useTranslation('playground');
  const [filter, setFilter] = useUrlFilter(playgroundFilter);
  const tab = useOpenTab();
  const opened = useRef(new Set<PlaygroundTab>());
  opened.current.add(tab);
  const hasKey = useQuery(hasPlaygroundKeyQuery);
  const token = useQuery({ ...playgroundTokenQuery, enabled: hasKey.data === true });
  const tokenKey = token.data?.key ?? '';
  const models = useQuery(keyModelsQuery(tokenKey));
  const failed = [hasKey, token, models].find((query) => query.isError && query.data === undefined);
  const names = models.data ?? [];

  const contentOf = {
    chat: () => (
      <ChatTab
        tokenKey={tokenKey}
        names={names}
        chosen={filter.model}
        onModelChange={(model) => setFilter({ model })}
      />
    ),
    picture: () => <PictureTab tokenKey={tokenKey} names={names} />,
    speech: () => <SpeechTab tokenKey={tokenKey} names={names} />,
    video: () => (
      <VideoTab
        tokenKey={tokenKey}
        names={names}
        task={filter.task ?? ''}
        onTask={(task: string | undefined) => setFilter({ task }, { replace: true })}
      />
    ),
  } satisfies Record<PlaygroundTab, () => ReactNode>;

  return (
    <Screen
      title={t('title')}
      purpose={t('purpose')}
      tabs={<PlaygroundTabs tab={tab} hasPanel={names.length > 0} />}
    >
      {names.length === 0 ? (
        <Card sx={{ display: 'flex', flexDirection: 'column', minHeight: 380 }}>
          {failed ? <ErrorState error={failed.error} onRetry={() => failed.refetch()} /> : null}
          {hasKey.data === false ? <KeyOffer /> : null}
          {!failed && hasKey.data !== false && models.isPending ? (
            <Skeleton variant="rectangular" sx={{ flex: 1 }} />
          ) : null}
          {models.data?.length === 0 ? <NoModels /> : null}
        </Card>
      ) : null}
      {/* An opened tab stays, with its conversation, its prompt and its calls under way. */}
      {playgroundTabs.map((name) =>
        names.length > 0 && opened.current.has(name) ? (
          <Box
            key={name}
            id={panelId(name)}
            role="tabpanel"
            aria-label={t(`tab_${name}`)}
            hidden={name !== tab}
          >
            <Suspense fallback={<Skeleton variant="rounded" height={380} />}>{contentOf[name]()}</Suspense>
          </Box>
        ) : null,
      )}
    </Screen>
  );
}
