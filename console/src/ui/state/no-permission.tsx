import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../action/button-link.tsx';
import { EmptyState } from './empty-state.tsx';

/** Says which right is missing. */
export function NoPermission({ needed = 'admin' }: { needed?: 'admin' | 'root' }) {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      kind="locked"
      isPage
      title={t('noPermission')}
      action={<ButtonLink to="/panel">{t('toDashboard')}</ButtonLink>}
    >
      {needed === 'root' ? t('noPermissionRoot') : t('noPermissionHint')}
    </EmptyState>
  );
}
