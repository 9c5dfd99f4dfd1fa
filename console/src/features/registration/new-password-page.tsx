import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { EntranceCard } from '../../ui/page/entrance-card.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

/** The page that the link of a mail opens. */
export default function NewPasswordPage() {
  const { t } = useTranslation('registration');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [isInvalid, setInvalid] = useState(token === '');
  const title = t(isInvalid ? 'invalidLink' : 'newPasswordTitle');
  return (
    <>
      <PageTitle title={title} />
      <EntranceCard title={title} lead={t(isInvalid ? 'invalidLinkHint' : 'newPasswordLead')}>
        {isInvalid ? (
          <ButtonLink to="/reset" variant="contained">
            {t('newLink')}
          </ButtonLink>
        ) : (
          <NewPasswordForm
            email={search.get('email') ?? ''}
            token={token}
            onInvalid={() => setInvalid(true)}
          />
        )}
      </EntranceCard>
    </>
  );
}
