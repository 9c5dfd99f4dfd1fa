import { useTranslation } from 'react-i18next';
import { ButtonLink } from './button-link.tsx';
import { EmptyState } from './empty-state.tsx';

export function NoPermission() {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      isPage
      title={t('noPermission')}
      action={<ButtonLink to="/panel">{t('toDashboard')}</ButtonLink>}
    >
      {t('noPermissionHint')}
    </EmptyState>
  );
}
