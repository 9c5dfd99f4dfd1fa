import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../ui/action/action-menu.tsx';
import { TextLink } from '../ui/action/text-link.tsx';
import type { DataTableColumn } from '../ui/data-table/data-table-column.ts';
import { QuotaText } from '../ui/text/quota-text.tsx';
import { StatusDot } from '../ui/text/status-dot.tsx';
import { TimeText } from '../ui/text/time-text.tsx';
import { useFormats } from '../ui/text/use-formats.ts';
import type { SampleRowData } from './sample-rows.ts';

const statuses = {
  1: { tone: 'good', text: 'enabled' },
  2: { tone: 'quiet', text: 'disabled' },
  3: { tone: 'broken', text: 'autoDisabled' },
} as const;

export function useSampleColumns(): DataTableColumn<SampleRowData>[] {
  const { t } = useTranslation(['channel', 'ui', 'token']);
  const formats = useFormats();
  return [
    {
      field: 'name',
      header: t('name'),
      isSortable: true,
      maxWidth: 240,
      cell: (row) => <TextLink to="/">{row.name}</TextLink>,
    },
    {
      field: 'status',
      header: t('status'),
      cell: ({ status }) => <StatusDot tone={statuses[status].tone}>{t(statuses[status].text)}</StatusDot>,
    },
    { field: 'models', header: t('models'), maxWidth: 200, importance: 'low' },
    {
      field: 'response_time',
      header: t('responseTime'),
      align: 'right',
      isSortable: true,
      cell: (row) => formats.duration(row.response_time),
    },
    {
      field: 'used_quota',
      header: t('used'),
      align: 'right',
      isSortable: true,
      cell: (row) => <QuotaText points={row.used_quota} />,
    },
    {
      field: 'created_time',
      header: t('token:created'),
      cell: (row) => <TimeText epochSeconds={row.created_time} isExact />,
    },
    {
      id: 'actions',
      header: t('ui:actions'),
      isHeaderHidden: true,
      align: 'right',
      cell: (row) => (
        <ActionMenu
          label={t('ui:actionsFor', { name: row.name })}
          actions={[{ label: t('ui:edit'), onSelect: () => {} }]}
        />
      ),
    },
  ];
}
