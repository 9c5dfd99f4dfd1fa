import SystemIcon from '@mui/icons-material/ContrastOutlined';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import { useColorScheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu } from '../ui/action/choice-menu.tsx';

const icons = { light: <LightIcon />, dark: <DarkIcon />, system: <SystemIcon /> };
type Mode = keyof typeof icons;

export function ThemeMenu() {
  const { t } = useTranslation('shell');
  const { mode, setMode } = useColorScheme();
  const chosen: Mode = mode ?? 'light';
  const choices: { value: Mode; label: string }[] = [
    { value: 'light', label: t('themeLight') },
    { value: 'dark', label: t('themeDark') },
    { value: 'system', label: t('themeSystem') },
  ];
  return (
    <ChoiceMenu label={t('theme')} icon={icons[chosen]} value={chosen} choices={choices} onChange={setMode} />
  );
}
