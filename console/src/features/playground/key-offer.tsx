import Button from '@mui/material/Button';
import { PLAYGROUND_TOKEN } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { useTokenName } from '../../api/token-name.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { useCreatePlaygroundKey } from './playground-api.ts';

/** Says what key the playground needs and what it may spend, and makes it only when asked to. */
export function KeyOffer() {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const tokenName = useTokenName();
  const { pointsPerUnit } = useSite();
  const create = useCreatePlaygroundKey();
  return (
    <EmptyState
      kind="key"
      title={t('keyNeeded')}
      action={
        <Button variant="contained" loading={create.isPending} onClick={() => create.mutate()}>
          {t('createKey')}
        </Button>
      }
    >
      {t('keyWillBeMade', { key: tokenName(PLAYGROUND_TOKEN), limit: formats.quota(pointsPerUnit) })}
    </EmptyState>
  );
}
