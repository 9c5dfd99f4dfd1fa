import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ComponentType } from 'react';
import { LanguageMenu } from '../shell/language-menu.tsx';
import { ThemeMenu } from '../shell/theme-menu.tsx';
import { ButtonSamples } from './button-samples.tsx';
import { ChartSamples } from './chart-samples.tsx';
import { DateSamples } from './date-samples.tsx';
import { FormSamples } from './form-samples.tsx';
import { OverlaySamples } from './overlay-samples.tsx';
import { StateSamples } from './state-samples.tsx';
import { TableSamples } from './table-samples.tsx';
import { TextSamples } from './text-samples.tsx';

const sections: Record<string, ComponentType> = {
  Buttons: ButtonSamples,
  Texts: TextSamples,
  States: StateSamples,
  Forms: FormSamples,
  Dates: DateSamples,
  Tables: TableSamples,
  Charts: ChartSamples,
  Overlays: OverlaySamples,
};

/** Every part of the kit in its states, for those who build screens. */
export function KitPage() {
  return (
    <Box sx={{ maxWidth: 1600, mx: 'auto', p: { xs: 4, sm: 6 } }}>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 4 }}>
        <Typography variant="h1" lang="en" sx={{ flex: 1 }}>
          Kit
        </Typography>
        <LanguageMenu />
        <ThemeMenu />
      </Box>
      <Box component="main" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 }}>
        {Object.entries(sections).map(([name, Samples]) => (
          <Box key={name} component="section" id={name.toLowerCase()} aria-labelledby={`${name}-title`}>
            <Typography id={`${name}-title`} variant="h2" lang="en" sx={{ mb: 3 }}>
              {name}
            </Typography>
            <Box
              sx={{
                display: 'grid',
                gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
                gap: 4,
                alignItems: 'start',
              }}
            >
              <Samples />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
