import type { Theme } from '@mui/material/styles';

/** Width of the column with boxes. */
export const BOX_WIDTH = 44;

export type StickySide = 'box' | 'first' | 'last';

/** A cell that stays in sight while the others are pushed sideways; its edge shows that they lie below it. */
export const stickyCell = (side: StickySide, hasBoxes: boolean) => (theme: Theme) => {
  const { divider } = theme.vars?.palette ?? theme.palette;
  const edge = side === 'last' ? -1 : 1;
  const isEdge = side === 'last' || side === 'first';
  return {
    position: 'sticky',
    zIndex: 1,
    ...(side === 'box' && { left: 0, width: BOX_WIDTH, minWidth: BOX_WIDTH, paddingInline: '8px 0' }),
    ...(side === 'first' && { left: hasBoxes ? BOX_WIDTH : 0 }),
    ...(side === 'last' && { right: 0 }),
    'td&': {
      backgroundColor: (theme.vars ?? theme).palette.background.paper,
      backgroundImage: 'var(--row-tint, none)',
    },
    ...(isEdge && {
      [`[data-${side === 'last' ? 'more' : 'pushed'}="true"] &`]: {
        boxShadow: `${edge}px 0 0 ${divider}, ${edge * 8}px 0 8px -8px rgba(0, 0, 0, 0.35)`,
      },
    }),
  } as const;
};

/** A row's tint, also for the cells that cover others and so cannot be seen through. */
export const tintedRow = (theme: Theme) => {
  const { hover, selected } = (theme.vars ?? theme).palette.action;
  const tint = (colour: string) => `linear-gradient(${colour}, ${colour})`;
  return {
    '&:hover': { '--row-tint': tint(hover) },
    '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: selected, '--row-tint': tint(selected) },
  };
};

/** Notes at the scrolled element whether something lies beyond its edges. */
export function noteEdges(element: HTMLElement): void {
  element.dataset.pushed = String(element.scrollLeft > 0);
  element.dataset.more = String(element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
}
