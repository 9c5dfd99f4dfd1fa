import 'dayjs/locale/ja.js';
import { jaJP } from '@mui/x-date-pickers/locales';
import { clockTexts } from '../clock-texts.ts';
import type { PickerLanguage } from '../picker-language.ts';

const language: PickerLanguage = {
  calendar: 'ja',
  monthFormat: 'YYYY年M月',
  formats: { shortDate: 'M月D日', normalDateWithWeekday: 'M月D日 dddd' },
  texts: {
    ...jaJP.components.MuiLocalizationProvider.defaultProps.localeText,
    ...clockTexts('時', '分'),
    previousMonth: '前の月',
    nextMonth: '次の月',
    nextStepButtonLabel: '次へ',
    timePickerToolbarTitle: '時刻を選択',
    timeTableLabel: '時刻を選択',
    selectViewText: (view) => `${view === 'hours' ? '時' : '分'}を選択`,
    openDatePickerDialogue: (date) => (date ? `日付を選択、現在の日付は ${date}` : '日付を選択'),
    hours: '時',
  },
};

export default language;
