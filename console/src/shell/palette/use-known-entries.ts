import { useColorScheme } from '@mui/material/styles';
import type { Language } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useSiteStatus } from '../../api/site-status.ts';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { languageNames } from '../../i18n/languages.ts';
import { featuresFor, pathOf } from '../navigation.ts';
import { useSignOut } from '../sign-out.ts';
import { useTitleText } from '../use-title-text.ts';
import type { PaletteEntry } from './palette-entry.ts';

const themes = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const;

/** Screens and actions of a role: what is found without asking the server. */
export function useKnownEntries(
  roleNumber: number,
  onShowShortcuts: () => void,
): { screens: PaletteEntry[]; actions: PaletteEntry[] } {
  const { t } = useTranslation(['palette', 'shell']);
  const { setMode } = useColorScheme();
  const signOut = useSignOut();
  const titleText = useTitleText();
  const found = featuresFor(roleNumber, useSiteStatus());
  const screens = found.map(
    (feature): PaletteEntry => ({
      ...{ key: pathOf(feature), kind: 'screen', label: titleText(feature.title), to: pathOf(feature) },
      alias: [feature.name.replaceAll('-', ' '), ...Object.values(feature.title)].join(' '),
    }),
  );
  const creations = found
    .filter(({ canCreate }) => canCreate)
    .map((feature): PaletteEntry => {
      const to = `${pathOf(feature)}?open=new`;
      return {
        key: to,
        kind: 'action',
        label: t('createIn', { screen: titleText(feature.title) }),
        to,
        alias: 'new create',
      };
    });
  const themeActions = Object.entries(themes).map(
    ([mode, key]): PaletteEntry => ({
      ...{ key: `theme-${mode}`, kind: 'action', alias: `theme ${mode}` },
      label: t('switchTheme', { name: t(`shell:${key}`) }),
      run: () => setMode(mode as keyof typeof themes),
    }),
  );
  const languageActions = Object.entries(languageNames).map(
    ([language, name]): PaletteEntry => ({
      ...{ key: `language-${language}`, kind: 'action', alias: `language ${language}` },
      label: t('switchLanguage', { name }),
      run: () => void chooseLanguage(language as Language),
    }),
  );
  const others: PaletteEntry[] = [
    { key: 'shortcuts', kind: 'action', label: t('shortcuts'), alias: '?', run: onShowShortcuts },
    {
      ...{ key: 'sign-out', kind: 'action', label: t('shell:signOut'), alias: 'log out' },
      run: () => signOut.mutate(),
    },
  ];
  return { screens, actions: [...creations, ...themeActions, ...languageActions, ...others] };
}
