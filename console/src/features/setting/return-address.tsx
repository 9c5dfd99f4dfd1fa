import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { type RedirectProvider, redirectProviders, returnPath } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { CopyButton } from '../../ui/action/copy-button.tsx';

/** The provider of a section that needs this site's address. */
export const redirectProviderOf = (section: string): RedirectProvider | undefined =>
  redirectProviders.find((provider) => provider === section);

/** The address that an administrator enters at a sign-in provider. */
export function ReturnAddress({ provider }: { provider: RedirectProvider }) {
  const { t } = useTranslation('setting');
  const address = useSite().serverAddress.replace(/\/+$/, '') + returnPath(provider);
  return (
    <div>
      <Box sx={{ fontWeight: 500, fontSize: '0.875rem' }}>{t('returnAddress')}</Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box component="code" sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
          {address}
        </Box>
        <CopyButton text={address} thing="address" label={t('copyReturnAddress')} />
      </Box>
      <FormHelperText>{t('returnAddressHint')}</FormHelperText>
    </div>
  );
}
