import type { SignInProviderName } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';

export function useProviderName(): (provider: SignInProviderName) => string {
  const { t } = useTranslation('ui');
  return (provider) => t(`provider_${provider}`);
}
