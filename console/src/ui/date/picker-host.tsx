import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import type { PickersLocaleText } from '@mui/x-date-pickers/locales';
import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { knownPickerLanguage, loadPickerLanguage } from './load-language.ts';
import type { PickerLanguage } from './picker-language.ts';

/** Calendar and words of the chosen language around a picker; waits until they are loaded. */
export function PickerHost({ children }: { children: (language: PickerLanguage) => ReactNode }) {
  const { i18n } = useTranslation();
  const language = knownPickerLanguage(i18n.language) ?? use(loadPickerLanguage(i18n.language));
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={language.calendar}
      dateFormats={language.formats}
      // The library's own files hold what its type refuses: texts that may be undefined.
      localeText={language.texts as Partial<PickersLocaleText>}
    >
      {children(language)}
    </LocalizationProvider>
  );
}
