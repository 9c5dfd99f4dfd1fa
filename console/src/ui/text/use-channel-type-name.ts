import type { ChannelTypeView } from '@turnpike/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** A provider's name as its reader writes it: vendors have one in all languages, the two of our own do not. */
export function useChannelTypeName(): (type: Pick<ChannelTypeView, 'name' | 'label'>) => string {
  const { t } = useTranslation('ui');
  return useCallback(
    ({ name, label }) => (name === 'custom' || name === 'demo' ? t(`channelType_${name}`) : label),
    [t],
  );
}
