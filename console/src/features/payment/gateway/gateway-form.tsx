import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import type { PaymentGatewayKind, PaymentView } from '@turnpike/contract';
import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { bringIntoView } from '../../../ui/form/bring-into-view.ts';
import { EntityForm, type OpenFormProps } from '../../../ui/form/entity-form.tsx';
import { SaveForm } from '../../../ui/form/save-form.tsx';
import { useChange, useCreate } from '../../../ui/list/entity-mutations.ts';
import { gateways } from './gateway-api.ts';
import { GatewayFields } from './gateway-fields.tsx';
import {
  changedValues,
  freshGateway,
  type GatewayValues,
  gatewayShape,
  isChecked,
  kinds,
  valuesOf,
} from './gateway-values.ts';

/** The form of a new payment gateway, or of the one with this id. Drafts are not kept, because of the secrets. */
export function GatewayForm(props: OpenFormProps) {
  const { t } = useTranslation('payment');
  const create = useCreate(gateways);
  const { onClose } = props;
  const [first] = kinds as [PaymentGatewayKind, ...PaymentGatewayKind[]];
  return (
    <EntityForm
      {...props}
      query={gateways.oneQuery}
      title={t('gateway')}
      fresh={
        <SaveForm
          schema={gatewayShape([])}
          values={freshGateway(first)}
          title={t('createGateway')}
          submitLabel={t('createGateway')}
          save={(values) => create.mutateAsync(values)}
          saved={({ name }) => t('gatewayCreated', { name })}
          onClose={onClose}
          isLong
        >
          <GatewayFields />
          <CheckProgress />
        </SaveForm>
      }
    >
      {(gateway) => <ChangeGatewayForm gateway={gateway} onClose={onClose} />}
    </EntityForm>
  );
}

function ChangeGatewayForm({ gateway, onClose }: { gateway: PaymentView; onClose: () => void }) {
  const { t } = useTranslation('payment');
  const change = useChange(gateways);
  const { id, name, etag, secrets } = gateway;
  return (
    <SaveForm
      schema={gatewayShape(secrets)}
      values={valuesOf(gateway)}
      title={t('editGatewayTitle', { name })}
      save={(values) => change.mutateAsync({ ...changedValues(values, gateway), id, etag })}
      saved={(answer) => t('gatewaySaved', { name: answer.name })}
      onClose={onClose}
      isLong
    >
      <GatewayFields gateway={gateway} />
      <CheckProgress gateway={gateway} />
    </SaveForm>
  );
}

/** Shown while the server asks the payment company, which can take some seconds. */
function CheckProgress({ gateway }: { gateway?: PaymentView }) {
  const { t } = useTranslation('payment');
  const { isSubmitting } = useFormState();
  const { getValues } = useFormContext<GatewayValues>();
  if (!isSubmitting || (gateway && !isChecked(changedValues(getValues(), gateway)))) return null;
  return (
    <Alert severity="info" role="status" ref={bringIntoView}>
      {t('accountIsChecked')}
      <LinearProgress aria-label={t('accountIsChecked')} sx={{ mt: 2 }} />
    </Alert>
  );
}
