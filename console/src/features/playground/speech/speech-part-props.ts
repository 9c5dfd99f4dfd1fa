import type { TabProps } from '../media/tab-props.ts';
import type { SpeechSettings } from './speech-settings.ts';

/** Props of both parts of the tab. */
export interface SpeechPartProps extends TabProps {
  settings: SpeechSettings;
  onSettings: (change: Partial<SpeechSettings>) => void;
}
