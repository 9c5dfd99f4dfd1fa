import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/action/button-link.tsx';
import { PageTitle } from '../ui/page/page-title.tsx';
import { EmptyState } from '../ui/state/empty-state.tsx';

export function NotFound({ home }: { home: '/' | '/panel' }) {
  const { t } = useTranslation(['shell', 'ui']);
  return (
    <>
      <PageTitle title={t('notFound')} />
      <EmptyState
        kind="missing"
        isPage
        title={t('notFound')}
        action={<ButtonLink to={home}>{home === '/' ? t('toHome') : t('ui:toDashboard')}</ButtonLink>}
      >
        {t('notFoundHint')}
      </EmptyState>
    </>
  );
}
