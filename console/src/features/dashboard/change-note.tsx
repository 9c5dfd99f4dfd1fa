import { useTranslation } from 'react-i18next';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import type { TodayFigure } from './usage-figures.ts';

interface ChangeNoteProps {
  figure: TodayFigure;
  format: (value: number) => string;
}

/** The change since yesterday at this time. */
export function ChangeNote({ figure, format }: ChangeNoteProps) {
  const { t } = useTranslation('dashboard');
  const { percent } = useChartFormats();
  const { today, before } = figure;
  if (before === 0) return today === 0 ? t('changeNone') : t('changeFromNothing');
  const share = percent(Math.abs(today - before) / before);
  const values = { share, before: format(before) };
  if (today === before) return t('changeSame', values);
  return today > before ? t('changeUp', values) : t('changeDown', values);
}
