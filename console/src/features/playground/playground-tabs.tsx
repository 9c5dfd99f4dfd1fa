import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

export const playgroundTabs = ['chat', 'picture', 'speech', 'video'] as const;
export type PlaygroundTab = (typeof playgroundTabs)[number];

/** The tab that the address names; the chat without one. */
export function useOpenTab(): PlaygroundTab {
  const { hash } = useLocation();
  return playgroundTabs.find((name) => hash === `#${name}`) ?? 'chat';
}

export const panelId = (tab: PlaygroundTab): string => `playground-${tab}`;

interface PlaygroundTabsProps {
  tab: PlaygroundTab;
  /** The panel of the tab is in the page; without a key or a model, it is not. */
  hasPanel: boolean;
}

/** Leads to the kinds of work. The model of the chat and the task of a video stay in the address. */
export function PlaygroundTabs({ tab, hasPanel }: PlaygroundTabsProps) {
  const { t } = useTranslation('playground');
  const { search } = useLocation();
  return (
    <Tabs value={tab} aria-label={t('title')} variant="scrollable" scrollButtons={false}>
      {playgroundTabs.map((name) => (
        <Tab
          key={name}
          component={Link}
          to={{ search, hash: name === 'chat' ? '' : `#${name}` }}
          value={name}
          label={t(`tab_${name}`)}
          aria-controls={hasPanel && name === tab ? panelId(name) : undefined}
        />
      ))}
    </Tabs>
  );
}
