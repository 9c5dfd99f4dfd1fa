import CreateIcon from '@mui/icons-material/MovieCreationOutlined';
import Skeleton from '@mui/material/Skeleton';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { CallFailure } from '../media/call-failure.tsx';
import { ChoiceOrText } from '../media/choice-or-text.tsx';
import { Examples } from '../media/examples.tsx';
import { FileField } from '../media/file-field.tsx';
import { ModelField } from '../media/model-field.tsx';
import { NoWorkModel } from '../media/no-work-model.tsx';
import { SendRow } from '../media/send-row.tsx';
import type { TabProps } from '../media/tab-props.ts';
import { pictureUpload } from '../media/upload.ts';
import { useSettings } from '../media/use-settings.ts';
import { chosenModel, useWorkModels } from '../media/use-work-models.ts';
import { FieldPair, WorkFrame } from '../media/work-frame.tsx';
import { createVideo, type VideoQuestion } from './video-calls.ts';
import { lengths, modes, ratios, sizes, videoSettings } from './video-settings.ts';
import { VideoTaskView } from './video-task-view.tsx';

interface VideoTabProps extends TabProps {
  /** Id of the task that is shown; empty: none. */
  task: string;
  onTask: (id: string | undefined) => void;
}

const toChoices = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.replace('x', ' × ') }));

/** Makes a video and follows its task, whose id is in the address. */
export default function VideoTab({ tokenKey, names, task, onTask }: VideoTabProps) {
  const { t } = useTranslation('playground');
  const models = useWorkModels(names, 'video');
  const [settings, setSettings] = useSettings('video', videoSettings);
  const [prompt, setPrompt] = useState('');
  const [picture, setPicture] = useState<File>();
  const model = chosenModel(settings.model, models);
  const question: VideoQuestion = { ...settings, model, prompt: prompt.trim(), picture };
  const canSend = model.trim() !== '' && (question.prompt !== '' || picture !== undefined);
  const create = useMutation({
    mutationFn: () => createVideo(question, tokenKey),
    meta: { isQuiet: true },
  });
  const latestOnTask = useRef(onTask);
  latestOnTask.current = onTask;
  const isEmpty = task === '' && !create.isPending && !create.isError;

  function send(): boolean {
    if (!canSend || create.isPending) return false;
    // The reader may open another tab meanwhile; a page that was left shows the task under Tasks.
    create.mutate(undefined, { onSuccess: (id) => latestOnTask.current(id) });
    return true;
  }

  return (
    <WorkFrame
      label={t('tab_video')}
      resultsLabel={t('results')}
      onSend={send}
      form={
        <>
          <ModelField
            work="video"
            models={models}
            value={model}
            onChange={(chosen) => setSettings({ model: chosen })}
          />
          <TextField
            name="prompt"
            label={t('prompt')}
            placeholder={t('videoPrompt')}
            rows={4}
            value={prompt}
            onChange={setPrompt}
          />
          <FileField
            label={t('firstPicture')}
            choose={t('choosePicture')}
            hint={t('pictureRule', { size: pictureUpload.maxMegabytes })}
            isOptional
            rule={pictureUpload}
            file={picture}
            onChange={setPicture}
          />
          <ChoiceOrText
            label={t('shape')}
            value={settings.shape}
            groups={[
              { choices: [{ value: '', label: t('automatic') }] },
              { label: t('ratio'), choices: toChoices(ratios) },
              { label: t('size'), choices: toChoices(sizes) },
            ]}
            other={t('otherSize')}
            onChange={(shape) => setSettings({ shape })}
          />
          <FieldPair>
            <SelectField
              label={t('seconds')}
              value={settings.seconds}
              choices={[
                { value: 0, label: t('automatic') },
                ...lengths.map((value) => ({
                  value: value as number,
                  label: t('secondsOf', { seconds: value }),
                })),
              ]}
              onChange={(seconds) => setSettings({ seconds })}
            />
            <ChoiceOrText
              label={t('mode')}
              value={settings.mode}
              groups={[
                {
                  choices: [
                    { value: '', label: t('automatic') },
                    ...modes.map((value) => ({ value, label: t(`mode_${value}`) })),
                  ],
                },
              ]}
              other={t('otherName')}
              onChange={(mode) => setSettings({ mode })}
            />
          </FieldPair>
          <SendRow
            label={t('createVideo')}
            icon={<CreateIcon />}
            canSend={canSend}
            isBusy={create.isPending}
          />
        </>
      }
    >
      {create.isError ? (
        <CallFailure
          error={create.error}
          fields={{
            model: t('model'),
            prompt: t('prompt'),
            input_reference: t('firstPicture'),
            seconds: t('seconds'),
            size: t('shape'),
            aspect_ratio: t('shape'),
            mode: t('mode'),
          }}
        />
      ) : null}
      {task === '' ? null : (
        <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
          <VideoTaskView key={task} id={task} tokenKey={tokenKey} onClose={() => onTask(undefined)} />
        </Suspense>
      )}
      {isEmpty && models.known.length === 0 ? <NoWorkModel work="video" /> : null}
      {isEmpty && models.known.length > 0 ? (
        <Examples texts={[t('videoExample1'), t('videoExample2')]} onChoose={setPrompt} />
      ) : null}
    </WorkFrame>
  );
}
