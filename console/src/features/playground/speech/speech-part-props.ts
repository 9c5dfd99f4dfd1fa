import type { ReactNode } from 'react';
import type { TabProps } from '../media/tab-props.ts';
import type { SpeechSettings } from './speech-settings.ts';

/** Props of both parts of the tab. */
export interface SpeechPartProps extends TabProps {
  settings: SpeechSettings;
  /** Leads to the other part. */
  kindChoice: ReactNode;
  onSettings: (change: Partial<SpeechSettings>) => void;
}
