import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useIsRoot } from '../../api/own-role.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { optionsQuery } from './setting-api.ts';
import { SettingForm } from './setting-form.tsx';

/** Everything that the owner decides for the whole site. */
export default function SettingPage() {
  const { t } = useTranslation('setting');
  const options = useQuery(optionsQuery);
  const isRoot = useIsRoot();
  return (
    <Screen title={t('title')} purpose={t('purpose')}>
      {isRoot ? null : (
        <Alert severity="info" sx={{ mb: 4 }}>
          {t('readOnly')}
        </Alert>
      )}
      {options.data ? <SettingForm stored={options.data.values} etags={options.data.etags} /> : null}
      {options.isError && options.data === undefined ? (
        <Card>
          <ErrorState error={options.error} onRetry={() => options.refetch()} />
        </Card>
      ) : null}
      {options.isPending ? (
        <Box aria-busy sx={{ display: 'grid', gap: 4, maxWidth: 720, ml: { md: '216px' } }}>
          <Skeleton variant="rounded" height={260} />
          <Skeleton variant="rounded" height={220} />
        </Box>
      ) : null}
    </Screen>
  );
}
