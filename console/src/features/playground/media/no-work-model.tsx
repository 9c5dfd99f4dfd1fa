import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../../api/own-role.ts';
import { ButtonLink } from '../../../ui/action/button-link.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import type { Work } from '../model-work.ts';

/** No model of the key is known for the work: says so, and how to go on. */
export function NoWorkModel({ work }: { work: Work }) {
  const { t } = useTranslation('playground');
  return (
    <EmptyState
      title={t(`noModel_${work}`)}
      action={useIsAdmin() ? <ButtonLink to="/panel/channel">{t('toChannels')}</ButtonLink> : null}
    >
      {t('noModelHint')}
    </EmptyState>
  );
}
