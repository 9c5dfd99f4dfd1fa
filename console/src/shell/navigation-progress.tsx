import LinearProgress from '@mui/material/LinearProgress';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';

/** A thin bar at the top while the next screen is loading. */
export function NavigationProgress() {
  const { t } = useTranslation('ui');
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <LinearProgress
      aria-label={t('loading')}
      sx={{ position: 'fixed', top: 0, insetInline: 0, height: 3, zIndex: 1301 }}
    />
  );
}
