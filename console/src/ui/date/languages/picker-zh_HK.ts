import 'dayjs/locale/zh-hk.js';
import { zhHK } from '@mui/x-date-pickers/locales';
import { clockTexts } from '../clock-texts.ts';
import type { PickerLanguage } from '../picker-language.ts';

const language: PickerLanguage = {
  calendar: 'zh-hk',
  monthFormat: 'YYYY年M月',
  formats: { shortDate: 'M月D日', normalDateWithWeekday: 'M月D日 dddd' },
  texts: {
    ...zhHK.components.MuiLocalizationProvider.defaultProps.localeText,
    ...clockTexts('時', '分'),
    nextStepButtonLabel: '下一步',
    calendarViewSwitchingButtonAriaLabel: (view) =>
      view === 'year' ? '現正顯示年份，按下返回日曆' : '現正顯示日曆，按下選擇年份',
    selectViewText: (view) => `選擇${view === 'hours' ? '小時' : '分鐘'}`,
  },
};

export default language;
