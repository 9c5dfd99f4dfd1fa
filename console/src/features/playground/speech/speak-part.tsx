import SpeakIcon from '@mui/icons-material/RecordVoiceOverOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { usePaused } from '../../../ui/page/use-paused.ts';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { CallPrice } from '../call-price.tsx';
import { ChoiceOrText } from '../media/choice-or-text.tsx';
import { Examples } from '../media/examples.tsx';
import { useMade } from '../media/made.ts';
import { MadeList } from '../media/made-list.tsx';
import { ModelField } from '../media/model-field.tsx';
import { NoWorkModel } from '../media/no-work-model.tsx';
import { SendRow } from '../media/send-row.tsx';
import { chosenModel, useWorkModels } from '../media/use-work-models.ts';
import { FieldPair, WorkFrame } from '../media/work-frame.tsx';
import { SoundPlayer } from './sound-player.tsx';
import { type Sound, type SpeechQuestion, speak, speechBody } from './speech-calls.ts';
import type { SpeechPartProps } from './speech-part-props.ts';
import { formats, speeds, voices } from './speech-settings.ts';

const releaseSound = ({ address }: Sound): void => URL.revokeObjectURL(address);

/** Text to speech. */
export function SpeakPart({ tokenKey, names, settings, kindChoice, onSettings }: SpeechPartProps) {
  const { t } = useTranslation('playground');
  const { number } = useFormats();
  const models = useWorkModels(names, 'speech');
  const [text, setText] = useState('');
  const { made, isMaking, make, stop, clear } = useMade<Sound>('speech', { release: releaseSound });
  const { voice, format, speed } = settings;
  const model = chosenModel(settings.model, models);
  const question: SpeechQuestion = { model, input: text.trim(), voice: voice.trim(), format, speed };
  const canSend = model.trim() !== '' && question.input !== '' && question.voice !== '';
  const pricedInput = usePaused(question.input);

  function send(): boolean {
    if (!canSend || isMaking) return false;
    void make({ model, prompt: question.input }, (to) => speak(question, { ...to, tokenKey }));
    return true;
  }

  return (
    <WorkFrame
      label={t('speech_speak')}
      resultsLabel={t('results')}
      onSend={send}
      form={
        <>
          <div>{kindChoice}</div>
          <ModelField
            work="speech"
            models={models}
            value={model}
            onChange={(chosen) => onSettings({ model: chosen })}
          />
          <ChoiceOrText
            label={t('voice')}
            value={voice}
            groups={[{ choices: voices.map((name) => ({ value: name, label: name })) }]}
            other={t('otherName')}
            onChange={(chosen) => onSettings({ voice: chosen })}
          />
          <FieldPair>
            <SelectField
              label={t('format')}
              value={format}
              choices={formats.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={(chosen) => onSettings({ format: chosen })}
            />
            <SelectField
              label={t('speed')}
              value={speed}
              choices={speeds.map((value) => ({ value, label: `${number(value)} ×` }))}
              onChange={(chosen) => onSettings({ speed: chosen })}
            />
          </FieldPair>
          <TextField
            name="text"
            label={t('text')}
            placeholder={t('textToSpeak')}
            rows={5}
            value={text}
            onChange={setText}
          />
          <SendRow
            label={t('createSpeech')}
            icon={<SpeakIcon />}
            canSend={canSend}
            isBusy={isMaking}
            onStop={stop}
            price={
              <CallPrice
                path="/v1/audio/speech"
                body={speechBody({ ...question, input: pricedInput })}
                isWritten={canSend && pricedInput !== ''}
              />
            }
          />
        </>
      }
    >
      {models.known.length === 0 && made.length === 0 ? <NoWorkModel work="speech" /> : null}
      {models.known.length > 0 && made.length === 0 ? (
        <Examples texts={[t('speechExample1'), t('speechExample2')]} onChoose={setText} />
      ) : null}
      {made.length > 0 ? (
        <MadeList
          made={made}
          waiting={t('makingSpeech')}
          fields={{
            model: t('model'),
            input: t('text'),
            voice: t('voice'),
            response_format: t('format'),
            speed: t('speed'),
          }}
          onClear={clear}
          draw={({ id, results }) =>
            results.map((sound) => <SoundPlayer key={sound.address} sound={sound} number={id} />)
          }
        />
      ) : null}
    </WorkFrame>
  );
}
