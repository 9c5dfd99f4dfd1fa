import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { callableModel } from '../../api/sample-model.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { isForChat } from './model-work.ts';

interface ChatTabProps {
  tokenKey: string;
  /** Models that the key may use. */
  names: readonly string[];
  /** The model that the address names. */
  chosen: string | undefined;
  onModelChange: (model: string) => void;
}

export function ChatTab({ tokenKey, names, chosen, onModelChange }: ChatTabProps) {
  const { t } = useTranslation('playground');
  const models = names.filter(isForChat);
  const available = useQuery(availableModelsQuery);
  const model = chosen && models.includes(chosen) ? chosen : firstModel();

  /** The model that sample calls name too, if the key may use it. */
  function firstModel(): string {
    if (models.length === 0 || available.isPending) return '';
    const key = { allowed_models: models, group: '', spare_groups: [] };
    return callableModel(available.data, { key }) ?? models[0] ?? '';
  }

  return (
    <Card
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: { xs: 'calc(100dvh - 254px)', sm: 'calc(100dvh - 248px)' },
        minHeight: 380,
      }}
    >
      {models.length === 0 ? <EmptyState title={t('noModel_chat')}>{t('noChatHint')}</EmptyState> : null}
      {models.length > 0 && model === '' ? <Skeleton variant="rectangular" sx={{ flex: 1 }} /> : null}
      {model === '' ? null : (
        <ChatPanel tokenKey={tokenKey} model={model} models={models} onModelChange={onModelChange} />
      )}
    </Card>
  );
}
