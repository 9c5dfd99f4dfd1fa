import { useTranslation } from 'react-i18next';
import { QuotaText } from '../text/quota-text.tsx';

interface TaskMoneyProps {
  task: { quota: number; held_quota: number; is_settled: boolean };
}

/** Points of a task: held while it runs, then charged. */
export function TaskMoney({ task: { quota, held_quota, is_settled } }: TaskMoneyProps) {
  const { t } = useTranslation('task-parts');
  if (is_settled) return <QuotaText points={quota} isPrecise />;
  return (
    <span title={t('heldHint')}>
      {t('held')} <QuotaText points={held_quota} isPrecise />
    </span>
  );
}
