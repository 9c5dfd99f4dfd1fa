import type { PaymentGatewayType } from '@turnpike/contract';
import type { PaymentGateway } from './payment-gateway.ts';

/** Loaded when first used: most sites have one or two kinds. */
const gateways: Readonly<Record<PaymentGatewayType, () => Promise<PaymentGateway>>> = {
  stripe: async () => (await import('./stripe/stripe-gateway.ts')).stripeGateway,
  epay: async () => (await import('./easypay/easypay-gateway.ts')).easyPayGateway,
  alipay: async () => (await import('./alipay/alipay-gateway.ts')).alipayGateway,
  wxpay: async () => (await import('./wxpay/wxpay-gateway.ts')).wxPayGateway,
  creem: async () => (await import('./creem/creem-gateway.ts')).creemGateway,
  paypal: async () => (await import('./paypal/paypal-gateway.ts')).payPalGateway,
};

export const loadGateway = (type: PaymentGatewayType): Promise<PaymentGateway> => gateways[type]();
