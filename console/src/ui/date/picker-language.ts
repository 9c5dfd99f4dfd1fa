import type { PickersLocaleText } from '@mui/x-date-pickers/locales';
import type { AdapterFormats } from '@mui/x-date-pickers/models';

export interface PickerLanguage {
  /** Name of the calendar's own locale: order of a date, first day of the week, 12 or 24 hours. */
  calendar: string;
  /** `2026年10月` above the days. */
  monthFormat: string;
  /** Where the calendar would write a date word by word as in English. */
  formats: Partial<AdapterFormats>;
  texts: { [Key in keyof PickersLocaleText]?: PickersLocaleText[Key] | undefined };
}
