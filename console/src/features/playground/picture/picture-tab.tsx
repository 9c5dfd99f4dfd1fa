import CreateIcon from '@mui/icons-material/AutoAwesomeOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { usePaused } from '../../../ui/page/use-paused.ts';
import { CallPrice } from '../call-price.tsx';
import { ChoiceOrText } from '../media/choice-or-text.tsx';
import { Examples } from '../media/examples.tsx';
import { FileField } from '../media/file-field.tsx';
import { useMade } from '../media/made.ts';
import { MadeList } from '../media/made-list.tsx';
import { ModelField } from '../media/model-field.tsx';
import { NoWorkModel } from '../media/no-work-model.tsx';
import { SendRow } from '../media/send-row.tsx';
import type { TabProps } from '../media/tab-props.ts';
import { pictureUpload } from '../media/upload.ts';
import { useSettings } from '../media/use-settings.ts';
import { chosenModel, useWorkModels } from '../media/use-work-models.ts';
import { FieldPair, WorkFrame } from '../media/work-frame.tsx';
import { makePictures, type PictureQuestion, pictureBody } from './picture-calls.ts';
import { PictureCard } from './picture-card.tsx';
import { type Picture, releasePicture, toPicture } from './picture-data.ts';
import { MAX_COUNT, pictureSettings, qualities, sizes } from './picture-settings.ts';

/** Makes pictures of a text, or edits one. */
export default function PictureTab({ tokenKey, names }: TabProps) {
  const { t } = useTranslation('playground');
  const models = useWorkModels(names, 'picture');
  const [settings, setSettings] = useSettings('picture', pictureSettings);
  const [prompt, setPrompt] = useState('');
  const [picture, setPicture] = useState<File>();
  const { made, isMaking, make, stop, clear } = useMade<Picture>('picture', { release: releasePicture });
  const model = chosenModel(settings.model, models);
  const question: PictureQuestion = { ...settings, model, prompt: prompt.trim(), picture };
  const canSend = model.trim() !== '' && question.prompt !== '';
  const pricedPrompt = usePaused(question.prompt);

  function send(): boolean {
    if (!canSend || isMaking) return false;
    void make({ model, prompt: question.prompt }, ({ signal, onRequest, onResult }) =>
      makePictures(question, {
        tokenKey,
        signal,
        onRequest,
        onPicture: (data) => {
          const shown = toPicture(data);
          if (shown !== undefined) onResult(shown);
        },
      }),
    );
    return true;
  }

  const fields = {
    model: t('model'),
    prompt: t('prompt'),
    size: t('size'),
    quality: t('quality'),
    n: t('count'),
    image: t('editedPicture'),
  };
  const automatic = { value: '', label: t('automatic') };
  return (
    <WorkFrame
      label={t('tab_picture')}
      resultsLabel={t('results')}
      onSend={send}
      form={
        <>
          <ModelField
            work="picture"
            models={models}
            value={model}
            onChange={(chosen) => setSettings({ model: chosen })}
          />
          <TextField
            name="prompt"
            label={t('prompt')}
            placeholder={t(picture === undefined ? 'picturePrompt' : 'editPrompt')}
            rows={4}
            value={prompt}
            onChange={setPrompt}
          />
          <FileField
            label={t('editedPicture')}
            choose={t('choosePicture')}
            hint={t('pictureRule', { size: pictureUpload.maxMegabytes })}
            isOptional
            rule={pictureUpload}
            file={picture}
            onChange={setPicture}
          />
          <ChoiceOrText
            label={t('size')}
            value={settings.size}
            groups={[
              { choices: [automatic, ...sizes.map((size) => ({ value: size, label: sizeText(size) }))] },
            ]}
            other={t('otherSize')}
            onChange={(size) => setSettings({ size })}
          />
          <FieldPair>
            <SelectField
              label={t('quality')}
              value={settings.quality}
              choices={[automatic, ...qualities.map((value) => ({ value, label: t(`quality_${value}`) }))]}
              onChange={(quality) => setSettings({ quality })}
            />
            <SelectField
              label={t('count')}
              value={settings.count}
              choices={Array.from({ length: MAX_COUNT }, (_, at) => ({
                value: at + 1,
                label: String(at + 1),
              }))}
              onChange={(count) => setSettings({ count })}
            />
          </FieldPair>
          <SendRow
            label={t('createPictures')}
            icon={<CreateIcon />}
            canSend={canSend}
            isBusy={isMaking}
            onStop={stop}
            price={
              picture === undefined ? (
                <CallPrice
                  path="/v1/images/generations"
                  body={pictureBody({ ...question, prompt: pricedPrompt })}
                  isWritten={canSend && pricedPrompt !== ''}
                />
              ) : null
            }
          />
        </>
      }
    >
      {models.known.length === 0 && made.length === 0 ? <NoWorkModel work="picture" /> : null}
      {models.known.length > 0 && made.length === 0 ? (
        <Examples
          texts={[t('pictureExample1'), t('pictureExample2'), t('pictureExample3')]}
          onChoose={setPrompt}
        />
      ) : null}
      {made.length > 0 ? (
        <MadeList
          made={made}
          waiting={t('makingPictures')}
          fields={fields}
          onClear={clear}
          draw={({ id, results, state, prompt: asked }) => (
            <>
              {state === 'done' && results.length === 0 ? <p>{t('noPictures')}</p> : null}
              <Box
                sx={{
                  display: 'grid',
                  gridTemplateColumns: `repeat(auto-fill, minmax(min(${results.length > 1 ? 240 : 360}px, 100%), 1fr))`,
                  gap: 4,
                }}
              >
                {results.map((result, index) => (
                  <PictureCard
                    key={result.address}
                    picture={result}
                    number={results.length === 1 ? String(id) : `${id}.${index + 1}`}
                    prompt={asked}
                    onEdit={setPicture}
                  />
                ))}
              </Box>
            </>
          )}
        />
      ) : null}
    </WorkFrame>
  );
}

const sizeText = (size: string): string => size.replace('x', ' × ');
