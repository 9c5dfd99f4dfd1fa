import type { Theme } from '@mui/material/styles';

/** Width of the column with boxes. */
const BOX_WIDTH = 44;

/** `data-stick` of a cell that stays in sight while the others are pushed sideways. */
export type StickySide = 'box' | 'first' | 'last';

/**
 * How rows and cells look, by what they say about themselves: written once for the table, because a styled
 * component for each cell makes long lists slow.
 */
export function gridStyles(theme: Theme) {
  const { palette } = theme.vars ?? theme;
  const tint = (colour: string) => `linear-gradient(${colour}, ${colour})`;
  const shadow = (side: 1 | -1) =>
    `${side}px 0 0 ${palette.divider}, ${side * 8}px 0 8px -8px rgba(0, 0, 0, 0.35)`;
  return {
    '& td': {
      padding: '0 12px',
      fontSize: '0.8125rem',
      lineHeight: 1.43,
      textAlign: 'left',
      whiteSpace: 'nowrap',
      verticalAlign: 'middle',
      borderBottom: `1px solid ${palette.divider}`,
    },
    '& td[data-align="right"]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
    '& th[data-column], & td[data-is-cut]': { overflow: 'hidden', textOverflow: 'ellipsis' },
    // A row stays as high as it is said to be.
    '& td time': { whiteSpace: 'nowrap' },
    // A sticky head is a place for its handle already.
    '& th:not(.MuiTableCell-stickyHeader, [data-stick])': { position: 'relative' },
    '&[data-is-tight]': { width: 'auto', minWidth: 0 },
    ...handleStyles(palette),
    '& tr[data-row]:last-child > td': { borderBottom: 0 },
    '& tr[data-row][data-opens]': { cursor: 'pointer' },
    '& tr[data-row]:hover': {
      backgroundColor: palette.action.hover,
      '--row-tint': tint(palette.action.hover),
    },
    '& tr[data-row][data-is-marked]': {
      backgroundColor: palette.action.selected,
      '--row-tint': tint(palette.action.selected),
    },
    '& [data-stick]': { position: 'sticky', zIndex: 1 },
    '& th[data-stick]': { zIndex: 3 },
    // A covering cell is opaque; the tint of its row lies on top.
    '& td[data-stick]': {
      backgroundColor: palette.background.paper,
      backgroundImage: 'var(--row-tint, none)',
    },
    '& [data-stick="box"]': { left: 0, width: BOX_WIDTH, minWidth: BOX_WIDTH, padding: '0 0 0 8px' },
    '& [data-stick="first"]': { left: 0 },
    '& [data-stick="box"] ~ [data-stick="first"]': { left: BOX_WIDTH },
    '& [data-stick="last"]': { right: 0 },
    '[data-pushed="true"] & [data-stick="first"]': { boxShadow: shadow(1) },
    '[data-more="true"] & [data-stick="last"]': { boxShadow: shadow(-1) },
  } as const;
}

/** The edge of a head cell that its column's width is changed by; wider for a finger. */
const handleStyles = (palette: { divider: string; primary: { main: string } }) =>
  ({
    '& [role="separator"]': {
      position: 'absolute',
      insetBlock: 0,
      right: 0,
      width: 12,
      cursor: 'col-resize',
      touchAction: 'none',
      '@media (pointer: coarse)': { width: 24 },
      '&::after': {
        content: '""',
        position: 'absolute',
        inset: '10px 0 10px auto',
        width: 2,
        borderRadius: '1px',
        backgroundColor: palette.divider,
        opacity: 0,
        '@media (pointer: coarse)': { opacity: 1 },
      },
      '&:focus-visible': { outlineOffset: -2 },
      '&:hover::after, &:focus-visible::after, &[data-is-held]::after': {
        opacity: 1,
        backgroundColor: palette.primary.main,
      },
    },
    '& thead:hover [role="separator"]::after': { opacity: 1 },
  }) as const;

/** A shade at the right edge of a scrolled list, where no column stays in sight that would have one. */
export function edgeStyles(theme: Theme) {
  const { palette } = theme.vars ?? theme;
  return {
    position: 'relative',
    '&[data-more="true"]:not(:has([data-stick="last"]))::after': {
      content: '""',
      position: 'absolute',
      insetBlock: 0,
      right: 0,
      width: 16,
      borderRight: `1px solid ${palette.divider}`,
      background: 'linear-gradient(to left, rgba(0, 0, 0, 0.16), transparent)',
      pointerEvents: 'none',
      zIndex: 4,
    },
  } as const;
}

/** Notes at a list's frame whether something of it lies beyond the edges. */
export function noteEdges(frame: HTMLElement, scroller: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = scroller;
  frame.dataset.pushed = String(scrollLeft > 0);
  frame.dataset.more = String(scrollLeft + clientWidth < scrollWidth - 1);
}
