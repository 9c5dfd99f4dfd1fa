import { role, type UserView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { spaceAfter } from '../../i18n/close-up.ts';
import { TextLink } from '../action/text-link.tsx';

type Account = Pick<UserView, 'id' | 'role' | 'quota' | 'used_quota'>;

/** Whether an account has no balance and never spent one. */
export const neverHadBalance = ({ quota, used_quota }: Account): boolean => quota <= 0 && used_quota === 0;

/** Says that the own account has no balance yet, and how it gets one. */
export function NoBalance({ self }: { self: Account }) {
  const { t } = useTranslation('ui');
  return (
    <>
      {spaceAfter(t('noBalance'))}
      <BalanceLink self={self} />
    </>
  );
}

/** Leads to where the own account gets a balance. */
export function BalanceLink({ self }: { self: Account }) {
  const { t } = useTranslation('ui');
  // Administrators below root cannot change their own balance.
  return self.role < role.root ? (
    <TextLink to="/panel/topup">{t('balanceTopUp')}</TextLink>
  ) : (
    <TextLink to={`/panel/user?open=${self.id}&form=balance`}>{t('balanceCredit')}</TextLink>
  );
}
