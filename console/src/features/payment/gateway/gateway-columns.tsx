import { type PaymentView, paymentChange } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '../../../ui/data-table/data-table-column.ts';
import { useChange, useReread } from '../../../ui/list/entity-mutations.ts';
import { NumberCell } from '../../../ui/list/number-cell.tsx';
import { NumberEditor } from '../../../ui/list/number-editor.tsx';
import { OpenLink } from '../../../ui/list/open-link.tsx';
import { RowSwitch } from '../../../ui/list/row-switch.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { showToast } from '../../../ui/toast/toast.ts';
import { GatewayActions } from './gateway-actions.tsx';
import { gateways, useGatewaySwitch } from './gateway-api.ts';
import { useGatewayTexts } from './use-gateway-texts.ts';

export function useGatewayColumns(onEdit: (id: number) => void): DataTableColumn<PaymentView>[] {
  const { t } = useTranslation(['payment', 'ui']);
  const formats = useFormats();
  const { typeName } = useGatewayTexts();
  return useMemo(
    () => [
      {
        field: 'name',
        header: t('name'),
        isSortable: true,
        maxWidth: 260,
        cell: (gateway) => <OpenLink id={gateway.id}>{gateway.name}</OpenLink>,
      },
      { field: 'id', header: 'ID', align: 'right', isSortable: true, importance: 'low' },
      { field: 'type', header: t('type'), isSortable: true, cell: (gateway) => typeName(gateway.type) },
      { field: 'currency', header: t('currency'), importance: 'medium' },
      {
        id: 'fee',
        header: t('fee'),
        align: 'right',
        importance: 'medium',
        cell: ({ fixed_fee, percent_fee }) => {
          if (percent_fee > 0) return `${formats.number(percent_fee * 100, 4)} %`;
          return fixed_fee > 0 ? formats.price(fixed_fee) : '–';
        },
      },
      {
        field: 'sort',
        header: t('sort'),
        align: 'right',
        isSortable: true,
        cell: (gateway) => <SortCell gateway={gateway} />,
      },
      {
        field: 'enable',
        header: t('status'),
        isSortable: true,
        cell: (gateway) => <GatewaySwitch gateway={gateway} />,
      },
      {
        field: 'created_at',
        header: t('createdAt'),
        importance: 'low',
        isSortable: true,
        cell: (gateway) => <TimeText epochSeconds={gateway.created_at} />,
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (gateway) => <GatewayActions gateway={gateway} onEdit={onEdit} />,
      },
    ],
    [t, formats, typeName, onEdit],
  );
}

const sortRule = paymentChange.shape.sort.unwrap();

function SortCell({ gateway }: { gateway: PaymentView }) {
  const { t } = useTranslation('payment');
  const change = useChange(gateways);
  const reread = useReread(gateways);
  const { id, name, etag, sort: value } = gateway;
  return (
    <NumberCell
      label={t('changeSort', { name, value })}
      editor={(onClose) => (
        <NumberEditor
          value={value}
          label={t('sortOf', { name })}
          rule={sortRule}
          isSavedOnBlur
          onSave={async (sort) => {
            if (sort === value) return;
            await change.mutateAsync({ id, etag, sort });
            showToast('success', t('gatewaySaved', { name }));
          }}
          onFailed={reread}
          onClose={onClose}
        />
      )}
    >
      {value}
    </NumberCell>
  );
}

function GatewaySwitch({ gateway }: { gateway: PaymentView }) {
  const { t } = useTranslation('payment');
  const turn = useGatewaySwitch();
  const { id, name, enable } = gateway;
  return (
    <RowSwitch
      undoKey={`payment gateway ${id}`}
      name={name}
      label={t('enableName', { name })}
      isOn={enable}
      turn={(isOn) => turn(gateway, isOn)}
    >
      <StatusDot tone={enable ? 'good' : 'quiet'}>{enable ? t('enabled') : t('disabled')}</StatusDot>
    </RowSwitch>
  );
}
