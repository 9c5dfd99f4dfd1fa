import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { OptionKey, OptionSection } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useSettingTexts } from './setting-texts.ts';
import { useSectionInView } from './use-section-in-view.ts';

const tabs = ['operation', 'system', 'other'] as const;

interface SectionListProps {
  sections: readonly OptionSection[];
  changed: readonly OptionKey[];
}

/** Where things are; next to a section, how many of its values are not saved yet. */
export function SectionList({ sections, changed }: SectionListProps) {
  const { t } = useTranslation('setting');
  const { sectionOf } = useSettingTexts();
  const current = useSectionInView(sections.map(({ id }) => id));
  const behavior = useMediaQuery('(prefers-reduced-motion: reduce)') ? 'auto' : 'smooth';
  return (
    <Box
      component="nav"
      aria-label={t('sections')}
      sx={{
        display: { xs: 'flex', md: 'block' },
        gap: 4,
        // Next to the form nothing scrolls, and the mark of the focus is not cut off.
        overflowX: { xs: 'auto', md: 'visible' },
        whiteSpace: { xs: 'nowrap', md: 'normal' },
      }}
    >
      {tabs.map((tab) => {
        const own = sections.filter((section) => section.tab === tab);
        if (own.length === 0) return null;
        return (
          <Box key={tab} sx={{ mb: { md: 3 } }}>
            <Typography
              variant="caption"
              color="textSecondary"
              sx={{ fontWeight: 500, display: { xs: 'none', md: 'block' } }}
            >
              {t(`tab.${tab}`)}
            </Typography>
            <Box
              component="ul"
              sx={{ listStyle: 'none', m: 0, p: 0, display: { xs: 'flex', md: 'block' }, gap: 4 }}
            >
              {own.map(({ id, options }) => {
                const count = options.filter(({ key }) => changed.includes(key)).length;
                return (
                  <li key={id}>
                    <Link
                      href={`#${id}`}
                      color="inherit"
                      underline="hover"
                      onClick={(event) => {
                        event.preventDefault();
                        document.getElementById(`section-${id}`)?.scrollIntoView({ behavior });
                      }}
                      aria-current={id === current ? 'location' : undefined}
                      sx={{
                        display: 'block',
                        py: 1.5,
                        fontSize: '0.875rem',
                        '&[aria-current]': { color: 'primary.main', fontWeight: 500 },
                      }}
                    >
                      {sectionOf(id)}
                      {count > 0 ? ` · ${t('changes', { count })}` : ''}
                    </Link>
                  </li>
                );
              })}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
