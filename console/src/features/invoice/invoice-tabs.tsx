import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

const names = ['own', 'all'] as const;

/** Leads administrators from their own invoices to those of all users. */
export function InvoiceTabs({ tab }: { tab: (typeof names)[number] }) {
  const { t } = useTranslation('invoice');
  const { state } = useLocation();
  const chosen = useRef<HTMLAnchorElement>(null);
  // Each list has its own tabs; the keyboard goes on from the one that was pressed.
  const isPressed = state?.isTab === true;
  useEffect(() => {
    if (isPressed) chosen.current?.focus();
  }, [isPressed]);
  return (
    <Tabs value={tab} aria-label={t('tabs')}>
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
