import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useColorScheme } from '@mui/material/styles';
import type { Language } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { languageNames, toTag } from '../../i18n/languages.ts';
import { FieldFrame } from '../../ui/form/field-frame.tsx';
import { ProfileSection } from './profile-section.tsx';

const modes = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const;
type Mode = keyof typeof modes;

/** How the console looks in this browser; takes effect at once. */
export function PreferenceCard() {
  const { t, i18n } = useTranslation(['profile', 'shell']);
  const { mode, setMode } = useColorScheme();
  return (
    <ProfileSection title={t('preferences')} about={t('preferencesAbout')}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <FieldFrame label={t('shell:language')}>
          {(ids) => (
            <NativeSelect
              input={<OutlinedInput />}
              value={i18n.language}
              onChange={(event) => void chooseLanguage(event.target.value as Language)}
              inputProps={ids}
            >
              {Object.entries(languageNames).map(([language, name]) => (
                <option key={language} value={language} lang={toTag(language)}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
        </FieldFrame>
        <FieldFrame label={t('shell:theme')}>
          {(ids) => (
            <NativeSelect
              input={<OutlinedInput />}
              value={mode ?? 'light'}
              onChange={(event) => setMode(event.target.value as Mode)}
              inputProps={ids}
            >
              {Object.entries(modes).map(([value, key]) => (
                <option key={value} value={value}>
                  {t(`shell:${key}`)}
                </option>
              ))}
            </NativeSelect>
          )}
        </FieldFrame>
      </Box>
    </ProfileSection>
  );
}
