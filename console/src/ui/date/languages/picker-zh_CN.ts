import 'dayjs/locale/zh-cn.js';
import { zhCN } from '@mui/x-date-pickers/locales';
import { clockTexts } from '../clock-texts.ts';
import type { PickerLanguage } from '../picker-language.ts';

const language: PickerLanguage = {
  calendar: 'zh-cn',
  monthFormat: 'YYYY年M月',
  formats: { shortDate: 'M月D日', normalDateWithWeekday: 'M月D日 dddd' },
  texts: {
    ...zhCN.components.MuiLocalizationProvider.defaultProps.localeText,
    ...clockTexts('时', '分'),
    nextStepButtonLabel: '下一步',
    selectViewText: (view) => `选择${view === 'hours' ? '小时' : '分钟'}`,
  },
};

export default language;
