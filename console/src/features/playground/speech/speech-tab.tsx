import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../../../ui/chart/choice-buttons.tsx';
import type { TabProps } from '../media/tab-props.ts';
import { useSettings } from '../media/use-settings.ts';
import { SpeakPart } from './speak-part.tsx';
import { speechKinds, speechSettings } from './speech-settings.ts';
import { TranscribePart } from './transcribe-part.tsx';

/** Speaks a text, or writes down what is said. */
export default function SpeechTab(props: TabProps) {
  const { t } = useTranslation('playground');
  const [settings, setSettings] = useSettings('speech', speechSettings);
  const { kind } = settings;
  const part = {
    ...props,
    settings,
    onSettings: setSettings,
    kindChoice: (
      <ChoiceButtons
        label={t('tab_speech')}
        names={speechKinds}
        value={kind}
        textOf={(name) => t(`speech_${name}`)}
        onChange={(chosen) => setSettings({ kind: chosen })}
      />
    ),
  };
  // Both stay, with what is written in them.
  return (
    <>
      <Box hidden={kind !== 'speak'}>
        <SpeakPart {...part} />
      </Box>
      <Box hidden={kind !== 'transcribe'}>
        <TranscribePart {...part} />
      </Box>
    </>
  );
}
