import {
  type PaymentGatewayKind,
  type PaymentView,
  paymentGatewayKinds,
  paymentInput,
  paymentIssues,
} from '@turnpike/contract';
import { z } from 'zod';

export type GatewayValues = z.output<typeof paymentInput>;

/** Values that only root may change: what a gateway proves itself with, and the addresses that it sends to. */
const rootMembers = ['currency', 'notify_domain', 'sandbox', 'allow_private'] as const;

export const kinds = Object.values(paymentGatewayKinds);

/** Values of a kind's fields before anything is typed. */
export const initialConfig = ({ fields }: PaymentGatewayKind): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial]));

export function freshGateway(kind: PaymentGatewayKind): GatewayValues {
  return {
    ...{ type: kind.type, name: '', icon: '', notify_domain: '', currency: kind.currencies[0] ?? 'USD' },
    ...{ rate: 0, fixed_fee: 0, percent_fee: 0, min_amount: 0, max_amount: 0, open_hours: '' },
    ...{ sandbox: false, allow_private: false, sort: 0, enable: true },
    config: initialConfig(kind),
  };
}

/** Values of a stored gateway; its secrets are empty, which leaves them as they are. */
export function valuesOf(gateway: PaymentView): GatewayValues {
  const { id, uuid, secrets, notify_url, created_at, etag, config, ...values } = gateway;
  return { ...values, config: { ...initialConfig(paymentGatewayKinds[gateway.type]), ...config } };
}

/** The rules of the contract, for a gateway with some secrets in store. */
export const gatewayShape = (stored: readonly string[]) =>
  z.object(paymentInput.shape).superRefine((value, context) => {
    for (const { path, message } of paymentIssues(value, stored)) {
      const isMissing = path[0] === 'config' && message === 'too_small';
      context.addIssue({ code: 'custom', path, message: isMissing ? 'field.required' : message });
    }
  });

/** Differences to the stored gateway. A value that is sent counts as changed, and has the account checked. */
export function changedValues(values: GatewayValues, gateway: PaymentView): Partial<GatewayValues> {
  const before = valuesOf(gateway);
  const members = Object.entries(values).filter(
    ([name, value]) => name !== 'config' && name !== 'type' && value !== before[name as keyof GatewayValues],
  );
  const config = Object.entries(values.config).filter(
    ([name, value]) => value !== (before.config[name] ?? ''),
  );
  return {
    ...Object.fromEntries(members),
    ...(config.length > 0 && { config: Object.fromEntries(config) }),
  };
}

/** Whether the server asks the gateway before it stores these changes. */
export const isChecked = (changed: Partial<GatewayValues>): boolean =>
  changed.config !== undefined || rootMembers.some((name) => changed[name] !== undefined);
