import { useTranslation } from 'react-i18next';
import { OptionsOff } from './options-off.tsx';

/** Lets the gateway fetch pictures by itself again. */
export function DirectMedia() {
  const { t } = useTranslation('setting');
  return (
    <OptionsOff
      keys={['ChatImageRequestProxy', 'CFWorkerImageUrl', 'CFWorkerImageKey']}
      label={t('directMedia')}
      title={t('directMediaTitle')}
      effect={t('directMediaEffect')}
      done={t('mediaIsDirect')}
    />
  );
}
