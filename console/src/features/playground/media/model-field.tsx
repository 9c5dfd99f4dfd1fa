import { useTranslation } from 'react-i18next';
import type { Work } from '../model-work.ts';
import { ChoiceOrText } from './choice-or-text.tsx';
import type { WorkModels } from './use-work-models.ts';

interface ModelFieldProps {
  work: Work;
  models: WorkModels;
  value: string;
  onChange: (model: string) => void;
}

const toChoices = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** Models for the work first, then all others of the key, or any name. */
export function ModelField({ work, models, value, onChange }: ModelFieldProps) {
  const { t } = useTranslation('playground');
  return (
    <ChoiceOrText
      label={t('model')}
      value={value}
      groups={[
        { label: t(`modelsFor_${work}`), choices: toChoices(models.known) },
        { label: t('otherModels'), choices: toChoices(models.others) },
      ]}
      other={t('otherName')}
      placeholder={t('chooseModel')}
      onChange={onChange}
    />
  );
}
