import TranslateIcon from '@mui/icons-material/TranslateOutlined';
import type { Language } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n.ts';
import { languageNames, toTag } from '../i18n/languages.ts';
import { ChoiceMenu } from '../ui/action/choice-menu.tsx';

const languageChoices = Object.entries(languageNames).map(([language, label]) => ({
  value: language as Language,
  label,
  lang: toTag(language),
}));

export function LanguageMenu() {
  const { t, i18n } = useTranslation('shell');
  return (
    <ChoiceMenu
      label={t('language')}
      icon={<TranslateIcon />}
      value={i18n.language as Language}
      choices={languageChoices}
      onChange={(language) => void chooseLanguage(language)}
    />
  );
}
