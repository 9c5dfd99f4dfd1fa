/** Distinguishable for readers with colour blindness; the checks are in `ui/chart/series-look.test.ts`. */
export const chartColours = {
  light: ['#0A6EBD', '#DB7610', '#0B8F6D', '#B8478C', '#40309B', '#3399C4', '#7A6200', '#A3262B'],
  dark: ['#4DA3E8', '#F2A154', '#2FB890', '#E58AC0', '#7558E8', '#9ADCF5', '#F3EBB4', '#E8635C'],
} as const;
/** Everything else together, which has no name and so no colour. */
export const restColours = { light: '#8A94A6', dark: '#6B7280' } as const;
