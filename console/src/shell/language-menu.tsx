import TranslateIcon from '@mui/icons-material/TranslateOutlined';
import { type Language, languages } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n.ts';
import { languageNames, toTag } from '../i18n/languages.ts';
import { ChoiceMenu } from '../ui/choice-menu.tsx';

export function LanguageMenu() {
  const { t, i18n } = useTranslation('shell');
  return (
    <ChoiceMenu
      label={t('language')}
      icon={<TranslateIcon />}
      value={i18n.language as Language}
      choices={languages.map((language) => ({
        value: language,
        label: languageNames[language],
        lang: toTag(language),
      }))}
      onChange={(language) => void chooseLanguage(language)}
    />
  );
}
