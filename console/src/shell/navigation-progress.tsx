import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useIsScreenLoading } from '../ui/loading/loading-screens.ts';

const advance = keyframes`from { transform: scaleX(0.1) } to { transform: scaleX(0.9) }`;

/** A thin bar at the top while the next screen is loading. */
export function NavigationProgress() {
  const { t } = useTranslation('ui');
  if (!useIsScreenLoading()) return null;
  return (
    <Box
      role="progressbar"
      aria-label={t('loading')}
      sx={{
        position: 'fixed',
        top: 0,
        insetInline: 0,
        height: 3,
        zIndex: 1301,
        bgcolor: 'primary.main',
        transformOrigin: 'left',
        animation: `${advance} 3s ease-out forwards`,
      }}
    />
  );
}
