import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

const names = ['order', 'gateway', 'event', 'statement'] as const;
export type PaymentTab = (typeof names)[number];

export const isPaymentTab = (name: string): name is PaymentTab => names.some((one) => one === name);

/** Leads to the other lists of the page. */
export function PaymentTabs({ tab }: { tab: PaymentTab }) {
  const { t } = useTranslation('payment');
  const { state } = useLocation();
  const chosen = useRef<HTMLAnchorElement>(null);
  // Each list has its own tabs; the keyboard goes on from the one that was pressed.
  const isPressed = state?.isTab === true;
  useEffect(() => {
    if (isPressed) chosen.current?.focus();
  }, [isPressed]);
  return (
    <Tabs value={tab} aria-label={t('title')}>
      {names.map((name) => (
        <Tab
          key={name}
          ref={name === tab ? chosen : undefined}
          component={Link}
          to={`#${name}`}
          state={{ isTab: true }}
          value={name}
          label={t(`tab_${name}`)}
        />
      ))}
    </Tabs>
  );
}
