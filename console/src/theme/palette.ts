import type { PaletteOptions } from '@mui/material/styles';

/** Surfaces next to `default` and `paper`: table heads and folded parts, one level up. */
declare module '@mui/material/styles' {
  interface TypeBackground {
    raised: string;
  }
}

/**
 * One-hub's accents, darkened where small text on them had less than 4.5 : 1.
 * Source: docs/reference/compatibility.md, "Numbers on screens".
 */
export const lightPalette: PaletteOptions = {
  primary: { main: '#0A6EBD', dark: '#075793', light: '#E9F3FB', contrastText: '#FFFFFF' },
  secondary: { main: '#5A3FD6', light: '#F6F0FF', contrastText: '#FFFFFF' },
  success: { main: '#0B7A4B', light: '#E6F8F1', contrastText: '#FFFFFF' },
  warning: { main: '#8A5800', light: '#FFF4DC', contrastText: '#FFFFFF' },
  error: { main: '#C9252B', light: '#FDECEC', contrastText: '#FFFFFF' },
  info: { main: '#0A6EBD', light: '#E9F3FB', contrastText: '#FFFFFF' },
  background: { default: '#F5F7FA', paper: '#FFFFFF', raised: '#F5F7FA' },
  text: { primary: '#252F40', secondary: '#5A6780' },
  divider: '#E0E6ED',
  action: {
    active: '#5A6780',
    hover: 'rgba(0,0,0,0.03)',
    selected: 'rgba(10,110,189,0.08)',
    focus: 'rgba(0,0,0,0.05)',
  },
};

export const darkPalette: PaletteOptions = {
  primary: { main: '#60B8FF', dark: '#8CCBFF', light: '#12304A', contrastText: '#0B2033' },
  secondary: { main: '#B4A1FF', light: '#2A2350', contrastText: '#1B1440' },
  success: { main: '#3DDC97', light: '#12352A', contrastText: '#08251A' },
  warning: { main: '#F5B94A', light: '#3A2E14', contrastText: '#2B1F05' },
  error: { main: '#FF8385', light: '#43211F', contrastText: '#360B0B' },
  info: { main: '#60B8FF', light: '#12304A', contrastText: '#0B2033' },
  background: { default: '#13151A', paper: '#1A1D23', raised: '#22262E' },
  text: { primary: 'rgba(255,255,255,0.87)', secondary: 'rgba(255,255,255,0.6)' },
  divider: 'rgba(255,255,255,0.12)',
  action: {
    active: 'rgba(255,255,255,0.7)',
    hover: 'rgba(255,255,255,0.05)',
    selected: 'rgba(96,184,255,0.12)',
    focus: 'rgba(255,255,255,0.12)',
  },
};
