import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import type { Language, SectionOption } from '@turnpike/contract';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../i18n/languages.ts';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { searchEngineNames } from './search-engine-names.ts';
import { useSettingTexts } from './setting-texts.ts';
import { ruleOf, type SettingValue } from './setting-values.ts';

/** One option for a reader who may not change it. */
export function SettingValueText({ option }: { option: SectionOption }) {
  const { labelOf, hintOf } = useSettingTexts();
  const value = useFormContext().getValues(option.key) as SettingValue;
  return (
    <div>
      <Box component="dt" sx={{ fontWeight: 500, fontSize: '0.875rem' }}>
        {labelOf(option.key)}
      </Box>
      <Box
        component="dd"
        sx={{
          m: 0,
          mt: 1,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        <ShownValue option={option} value={value} />
        <FormHelperText component="div">{hintOf(option.key)}</FormHelperText>
      </Box>
    </div>
  );
}

function ShownValue({ option: { key, look }, value }: { option: SectionOption; value: SettingValue }) {
  const { t } = useTranslation('setting');
  if (typeof value === 'boolean') return value ? t('on') : t('off');
  if (ruleOf(key).isSecret) return t('secretHidden');
  if (value === '') return t('notSet');
  if (key === 'Language') return languageNames[value as Language];
  if (key === 'WebSearchEngine')
    return value === 'off' ? t('off') : searchEngineNames[value as keyof typeof searchEngineNames];
  if (key === 'TaskStorage' && value !== 's3') return value === 'off' ? t('off') : t('storageLocal');
  if (key === 'TaskStorage') return t('storageS3');
  if (look === 'points') return <QuotaText points={Number(value)} />;
  const unit = look === 'seconds' ? t('seconds') : look === 'tokens' ? t('tokens') : '';
  const isData = ruleOf(key).kind === 'picture' && String(value).startsWith('data:');
  return isData ? t('pictureInside') : `${value} ${unit}`.trimEnd();
}
