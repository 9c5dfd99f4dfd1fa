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
    '& td[data-is-cut]': { overflow: 'hidden', textOverflow: 'ellipsis' },
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
    // What covers others cannot be seen through; its row's tint lies on top.
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

/** Notes at the scrolled element whether something lies beyond its edges. */
export function noteEdges(element: HTMLElement): void {
  element.dataset.pushed = String(element.scrollLeft > 0);
  element.dataset.more = String(element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
}
