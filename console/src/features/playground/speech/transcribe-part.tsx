import TranscribeIcon from '@mui/icons-material/SubtitlesOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toTag } from '../../../i18n/languages.ts';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { FileField } from '../media/file-field.tsx';
import { useMade } from '../media/made.ts';
import { MadeList } from '../media/made-list.tsx';
import { ModelField } from '../media/model-field.tsx';
import { NoWorkModel } from '../media/no-work-model.tsx';
import { SendRow } from '../media/send-row.tsx';
import { soundUpload } from '../media/upload.ts';
import { chosenModel, useWorkModels } from '../media/use-work-models.ts';
import { WorkFrame } from '../media/work-frame.tsx';
import { RecordButton } from './record-button.tsx';
import { transcribe } from './speech-calls.ts';
import type { SpeechPartProps } from './speech-part-props.ts';
import { languages } from './speech-settings.ts';

const keepText = () => {};

/** Speech to text, of a file or a recording. */
export function TranscribePart({ tokenKey, names, settings, kindChoice, onSettings }: SpeechPartProps) {
  const { t, i18n } = useTranslation('playground');
  const models = useWorkModels(names, 'transcription');
  const [file, setFile] = useState<File>();
  const { made, isMaking, make, stop, clear } = useMade<string>('transcription', { release: keepText });
  const model = chosenModel(settings.transcriptionModel, models);
  const canSend = model.trim() !== '' && file !== undefined;
  const languageChoices = useMemo(() => {
    const nameOf = new Intl.DisplayNames(toTag(i18n.language), { type: 'language' });
    return languages.map((value) => ({ value: value as string, label: nameOf.of(value) ?? value }));
  }, [i18n.language]);

  function send(): boolean {
    if (file === undefined || !canSend || isMaking) return false;
    const question = { model, file, language: settings.language };
    void make({ model, prompt: file.name }, (to) => transcribe(question, { ...to, tokenKey }));
    return true;
  }

  return (
    <WorkFrame
      label={t('speech_transcribe')}
      resultsLabel={t('results')}
      onSend={send}
      form={
        <>
          <div>{kindChoice}</div>
          <ModelField
            work="transcription"
            models={models}
            value={model}
            onChange={(chosen) => onSettings({ transcriptionModel: chosen })}
          />
          <FileField
            label={t('soundFile')}
            choose={t('chooseFile')}
            hint={t('soundRule', { size: soundUpload.maxMegabytes })}
            rule={soundUpload}
            file={file}
            onChange={setFile}
          >
            <RecordButton onFile={setFile} />
          </FileField>
          <SelectField
            label={t('language')}
            hint={t('languageHint')}
            value={settings.language}
            choices={[{ value: '', label: t('automatic') }, ...languageChoices]}
            onChange={(language) => onSettings({ language })}
          />
          <SendRow
            label={t('createTranscript')}
            icon={<TranscribeIcon />}
            canSend={canSend}
            isBusy={isMaking}
            onStop={stop}
          />
        </>
      }
    >
      {models.known.length === 0 && made.length === 0 ? <NoWorkModel work="transcription" /> : null}
      {models.known.length > 0 && made.length === 0 ? (
        <Typography color="textSecondary">{t('transcribeHint')}</Typography>
      ) : null}
      {made.length > 0 ? (
        <MadeList
          made={made}
          waiting={t('makingTranscript')}
          fields={{ model: t('model'), file: t('soundFile'), language: t('language') }}
          onClear={clear}
          draw={({ id, results }) => results.map((text) => <Transcript key={id} text={text} />)}
        />
      ) : null}
    </WorkFrame>
  );
}

function Transcript({ text }: { text: string }) {
  const { t } = useTranslation('playground');
  if (text.trim() === '') return <Typography color="textSecondary">{t('nothingHeard')}</Typography>;
  return (
    <Box
      sx={{
        p: 3,
        display: 'flex',
        alignItems: 'flex-start',
        gap: 2,
        borderRadius: '8px',
        bgcolor: 'background.raised',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
      <CopyButton text={text} thing="transcript" label={t('copyTranscript')} />
    </Box>
  );
}
