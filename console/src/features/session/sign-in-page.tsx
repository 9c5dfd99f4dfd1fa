import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { signIn } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { selfQuery } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useSignIn } from './session-api.ts';

/** Only an address of this site; everything else would lead a signed-in reader elsewhere. */
export function safeNext(wanted: string | null): string {
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : '/panel';
}

export default function SignInPage() {
  const { t } = useTranslation('session');
  const { name } = useSite();
  const [search] = useSearchParams();
  const self = useQuery(selfQuery);
  const signInCall = useSignIn();
  const form = useContractForm(signIn, { username: '', password: '' });

  if (self.data) return <Navigate to={safeNext(search.get('next'))} replace />;
  return (
    <>
      <PageTitle title={t('title')} />
      <Card sx={{ maxWidth: 400, mx: 'auto', mt: { xs: 4, sm: 12 }, p: { xs: 5, sm: 8 } }}>
        <Typography variant="h1" sx={{ mb: 1 }}>
          {t('title')}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 6 }}>
          {search.has('next') ? t('continueTo', { name }) : name}
        </Typography>
        <FormProvider {...form}>
          <Box
            component="form"
            noValidate
            onSubmit={form.send((values) => signInCall.mutateAsync(values))}
            sx={{ display: 'grid', gap: 4 }}
          >
            <TextInput name="username" label={t('username')} autoComplete="username" autoFocus />
            <PasswordInput name="password" label={t('password')} autoComplete="current-password" />
            <FormError />
            <Button type="submit" variant="contained" size="large" loading={signInCall.isPending}>
              {t('signIn')}
            </Button>
          </Box>
        </FormProvider>
      </Card>
    </>
  );
}
