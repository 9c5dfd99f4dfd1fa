import { createTheme } from '@mui/material/styles';
import { componentStyles } from './component-styles.ts';
import { fontFamily } from './fonts.ts';
import { darkPalette, lightPalette } from './palette.ts';

/** Grid of 4: `spacing(4)` is 16 px. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: lightPalette }, dark: { palette: darkPalette } },
  spacing: 4,
  shape: { borderRadius: 8 },
  breakpoints: { values: { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920 } },
  typography: {
    fontFamily,
    fontSize: 14,
    fontWeightBold: 600,
    h1: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.4 },
    h2: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.5 },
    h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.5 },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    caption: { fontSize: '0.75rem', lineHeight: 1.4 },
    button: { textTransform: 'none', fontWeight: 500, fontSize: '0.875rem' },
  },
  transitions: {
    duration: { enteringScreen: 180, leavingScreen: 140, standard: 180, shorter: 140, short: 160 },
  },
  components: componentStyles,
});
