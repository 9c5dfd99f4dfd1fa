import type { Components, Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { cjkFonts, monospace } from './fonts.ts';

/** Hairline borders instead of shadows; 12 on cards and dialogs, 8 on fields and buttons, 6 on chips. */
export const componentStyles: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: {
      html: cjkFonts,
      // Japanese is broken between phrases, not inside a word.
      'body:lang(ja)': { wordBreak: 'auto-phrase' as 'normal' },
      body: { fontFeatureSettings: '"cv05", "ss03"', overflowWrap: 'break-word', textWrap: 'pretty' },
      // Code has its own letters, in which l, I and 1 differ.
      'code, pre, kbd, samp': {
        fontFamily: monospace,
        fontFeatureSettings: 'normal',
        fontVariantLigatures: 'none',
      },
      '::highlight(search-hit)': {
        backgroundColor: 'color-mix(in srgb, var(--mui-palette-warning-main) 30%, transparent)',
      },
      '.tabular, .MuiTableCell-alignRight': { fontVariantNumeric: 'tabular-nums' },
      ':focus-visible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 },
    },
  },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: 36, padding: '6px 14px', '@media (pointer: coarse)': { minHeight: 44 } },
      sizeSmall: { minHeight: 32, padding: '4px 10px', fontSize: '0.8125rem' },
      outlined: ({ theme }) => ({
        borderColor: theme.vars.palette.divider,
        color: theme.vars.palette.text.primary,
        background: theme.vars.palette.background.paper,
        '&.MuiButton-colorError:not(.Mui-disabled)': { color: theme.vars.palette.error.main },
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: { borderRadius: 8, '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 } },
    },
  },
  MuiSvgIcon: { styleOverrides: { root: { fontSize: 20 } } },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    styleOverrides: {
      root: ({ theme }) => ({ borderRadius: 12, border: `1px solid ${theme.vars.palette.divider}` }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 12,
        border: `1px solid ${theme.vars.palette.divider}`,
        [theme.breakpoints.down('sm')]: {
          '&:not(.MuiDialog-paperFullScreen)': { margin: 16, width: '100%' },
        },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { fontSize: '1rem', fontWeight: 600, padding: '16px 20px 8px' } },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 20px 16px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 20px 16px', gap: 4 } } },
  MuiDrawer: { styleOverrides: { paper: { backgroundImage: 'none' } } },
  MuiMenu: { defaultProps: { slotProps: { paper: { elevation: 4 } } } },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 8,
        border: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: '0 8px 24px rgba(0,0,0,0.12)',
        ...theme.applyStyles('dark', { boxShadow: 'none', background: theme.vars.palette.background.raised }),
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: { fontSize: '0.875rem', minHeight: 36, '@media (pointer: coarse)': { minHeight: 44 } },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        background: theme.vars.palette.background.paper,
        '& .MuiOutlinedInput-notchedOutline': {
          borderColor: '#B4BDCA',
          ...theme.applyStyles('dark', { borderColor: 'rgba(255, 255, 255, 0.24)' }),
        },
        '@media (pointer: coarse)': { minHeight: 44 },
      }),
      // 16 px on touch keeps phones from zooming into a focused field.
      input: ({ theme }) => ({
        padding: '7px 12px',
        height: 'auto',
        '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
        '@media (pointer: coarse)': { fontSize: 16 },
      }),
      multiline: { padding: '7px 12px', '& textarea': { padding: 0 } },
    },
  },
  MuiNativeSelect: { styleOverrides: { icon: { right: 8 } } },
  MuiSwitch: {
    styleOverrides: {
      root: {
        width: 34,
        height: 20,
        padding: 0,
        overflow: 'visible',
        flex: 'none',
        '&:has(input:focus-visible)': {
          outline: '2px solid var(--mui-palette-primary-main)',
          outlineOffset: 2,
          borderRadius: 10,
        },
      },
      switchBase: ({ theme }) => ({
        padding: 2,
        color: '#FFFFFF',
        '&.Mui-checked': { transform: 'translateX(14px)', color: theme.vars.palette.primary.contrastText },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1 },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.35 },
        // The mark is small, what a finger hits is not.
        '@media (pointer: coarse)': { '& input': { height: 44, top: -12 } },
      }),
      thumb: ({ theme }) => ({
        width: 16,
        height: 16,
        boxShadow: 'none',
        '.Mui-disabled &': {
          backgroundColor: '#FFFFFF',
          ...theme.applyStyles('dark', { backgroundColor: '#AEB7C4' }),
        },
      }),
      track: ({ theme }) => ({
        borderRadius: 10,
        opacity: 1,
        backgroundColor: '#8A94A6',
        ...theme.applyStyles('dark', { backgroundColor: '#6B7280' }),
      }),
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&:not(.MuiBackdrop-invisible)': {
          backgroundColor: 'rgba(23, 32, 48, 0.32)',
          ...theme.applyStyles('dark', { backgroundColor: 'rgba(0, 0, 0, 0.56)' }),
        },
      }),
    },
  },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
  MuiTab: { styleOverrides: { root: { minHeight: 40, minWidth: 0, padding: '0 10px' } } },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: '0.8125rem',
        fontWeight: 500,
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: '0.75rem' } } },
  MuiChip: { styleOverrides: { root: { borderRadius: 6, fontSize: '0.75rem' } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '0 12px',
        fontSize: '0.8125rem',
        borderColor: theme.vars.palette.divider,
      }),
      head: ({ theme }) => ({
        height: 40,
        fontWeight: 500,
        color: theme.vars.palette.text.secondary,
        background: theme.vars.palette.background.raised,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        borderRadius: 8,
        padding: '4px 12px',
        fontSize: '0.8125rem',
        color: theme.vars.palette.text.primary,
        background: theme.vars.palette[ownerState.severity ?? 'info'].light,
      }),
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
};
