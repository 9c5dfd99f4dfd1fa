import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useVisitor } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { safeNext } from './safe-next.ts';
import { SignInForm } from './sign-in-form.tsx';

export default function SignInPage() {
  const { t } = useTranslation('session');
  const { name } = useSite();
  const [search] = useSearchParams();
  const self = useVisitor();

  if (self.data) return <Navigate to={safeNext(search.get('next'))} replace />;
  return (
    <>
      <PageTitle title={t('title')} />
      <Box
        sx={{
          maxWidth: 400,
          mx: 'auto',
          mt: { xs: 4, sm: 12 },
          p: { xs: 5, sm: 8 },
          bgcolor: 'background.paper',
          border: 1,
          borderColor: 'divider',
          borderRadius: '12px',
        }}
      >
        <Typography variant="h1" sx={{ mb: 1 }}>
          {t('title')}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 6 }}>
          {search.has('next') ? t('continueTo', { name }) : name}
        </Typography>
        <SignInForm />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 4 }}>
          {t('forgotten')}
        </Typography>
      </Box>
    </>
  );
}
