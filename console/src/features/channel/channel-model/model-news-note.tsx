import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { spaceAfter } from '../../../i18n/close-up.ts';
import { splitList } from '../../../ui/form/list-input.tsx';
import { useDismissNews } from '../channel-api.ts';
import { type ModelNewsOf, useNewsTexts } from './model-news.ts';

interface ModelNewsNoteProps {
  id: number;
  news: ModelNewsOf;
  onCompare: () => void;
}

/** Offers to take what is new or gone at the provider, or not to hear of it again. */
export function ModelNewsNote({ id, news, onCompare }: ModelNewsNoteProps) {
  const { t } = useTranslation('channel');
  const dismiss = useDismissNews();
  const chosen = splitList(String(useWatch({ name: 'models' }) ?? ''));
  const models_added = news.models_added.filter((name) => !chosen.includes(name));
  const models_missing = news.models_missing.filter((name) => chosen.includes(name));
  const texts = useNewsTexts({ models_added, models_missing });
  // The form keeps the row that it began with.
  if (texts.length === 0 || dismiss.isSuccess) return null;
  return (
    <Alert
      severity={models_missing.length > 0 ? 'warning' : 'info'}
      action={
        <>
          <Button size="small" color="inherit" onClick={onCompare}>
            {t('newsCompare')}
          </Button>
          <Button size="small" color="inherit" loading={dismiss.isPending} onClick={() => dismiss.mutate(id)}>
            {t('newsDismiss')}
          </Button>
        </>
      }
    >
      {texts.map(spaceAfter).join('')}
    </Alert>
  );
}
