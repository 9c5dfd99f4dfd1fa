import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/own-role.ts';
import { useUnpricedModels } from '../../api/unpriced-models.ts';
import { ButtonLink } from '../action/button-link.tsx';
import { useShortList } from '../text/use-short-list.ts';
import { EmptyState } from './empty-state.tsx';

/** No model can be called: says what is missing, a channel or a price, and leads there. */
export function NoModels() {
  const { t } = useTranslation('ui');
  const isAdmin = useIsAdmin();
  const shortList = useShortList();
  const unpriced = useUnpricedModels(isAdmin);
  if (!isAdmin) return <EmptyState title={t('noModels')}>{t('noModelsUser')}</EmptyState>;
  const isPriceMissing = unpriced !== undefined && unpriced.length > 0;
  return (
    <EmptyState
      title={t('noModels')}
      action={
        isPriceMissing ? (
          <ButtonLink to="/panel/pricing?open=missing" variant="contained">
            {t('setPrices')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/panel/channel?open=new" variant="contained">
            {t('addChannel')}
          </ButtonLink>
        )
      }
    >
      {isPriceMissing ? t('noModelsPrice', { models: shortList(unpriced) }) : t('noModelsChannel')}
    </EmptyState>
  );
}
