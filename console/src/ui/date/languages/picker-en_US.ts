import { clockTexts } from '../clock-texts.ts';
import type { PickerLanguage } from '../picker-language.ts';

/** The pickers speak English by themselves. */
const language: PickerLanguage = {
  calendar: 'en',
  monthFormat: 'MMMM YYYY',
  formats: {},
  texts: clockTexts('hours', 'minutes'),
};

export default language;
