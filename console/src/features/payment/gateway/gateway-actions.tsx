import type { PaymentView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useIsRoot } from '../../../api/own-role.ts';
import { ActionMenu } from '../../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx';
import { useRemove } from '../../../ui/list/entity-mutations.ts';
import { gateways } from './gateway-api.ts';

interface GatewayActionsProps {
  gateway: PaymentView;
  onEdit: (id: number) => void;
}

export function GatewayActions({ gateway: { id, name }, onEdit }: GatewayActionsProps) {
  const { t } = useTranslation(['payment', 'ui']);
  const isRoot = useIsRoot();
  const navigate = useNavigate();
  const remove = useRemove(gateways);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onEdit(id) },
          { label: t('showOrders'), onSelect: () => navigate(`?gateway_id=${id}#order`) },
          { label: t('showEvents'), onSelect: () => navigate(`?gateway_id=${id}#event`) },
          ...(isRoot
            ? [{ label: t('ui:delete'), isDestructive: true, onSelect: () => setAsking(true) }]
            : []),
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteGatewayTitle', { name })}
        confirmLabel={t('ui:delete')}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
      >
        {t('deleteGatewayHint')}
      </ConfirmDialog>
    </>
  );
}
