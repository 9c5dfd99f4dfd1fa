import type { OptionKey, OptionSection } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import type texts from './locales/zh_CN.ts';

type TextKey = keyof typeof texts;

/** Names and help of options and their sections; one that has no text of its own shows its key. */
export function useSettingTexts() {
  const { t } = useTranslation('setting');
  return {
    labelOf: (key: OptionKey): string => t(`option.${key}` as TextKey),
    hintOf: (key: OptionKey): string => t(`hint.${key}` as TextKey),
    sectionOf: (id: OptionSection['id']): string => t(`section.${id}` as TextKey),
    aboutOf: (id: OptionSection['id']): string => t(`about.${id}` as TextKey),
  };
}
