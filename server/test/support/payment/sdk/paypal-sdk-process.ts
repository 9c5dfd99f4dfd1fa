import { Agent } from 'node:https';
import { connect } from 'node:net';
import {
  Client,
  Environment,
  type OrderRequest,
  OrdersController,
  PaymentsController,
  type RefundRequest,
} from '@paypal/paypal-server-sdk';
import { answerSteps } from './answer-steps.ts';

/** The SDK knows PayPal's own addresses only; their connections go to a server of this machine, without TLS. */
class LocalAgent extends Agent {
  readonly #port: number;
  constructor(port: number) {
    super();
    this.#port = port;
  }
  override createConnection() {
    return connect(this.#port, '127.0.0.1');
  }
}

interface Config {
  oAuthClientId: string;
  oAuthClientSecret: string;
  port: number;
}
interface Sent<Body> {
  body?: Body;
  prefer?: string;
  paypalRequestId?: string;
}

answerSteps(({ port, ...credentials }: Config) => {
  const client = new Client({
    clientCredentialsAuthCredentials: credentials,
    environment: Environment.Production,
    httpClientOptions: { httpsAgent: new LocalAgent(port) },
  });
  const orders = new OrdersController(client);
  const payments = new PaymentsController(client);
  return {
    create: async (sent: Sent<OrderRequest> & { body: OrderRequest }) =>
      (await orders.createOrder(sent)).result,
    get: async (id: string) => (await orders.getOrder({ id })).result,
    capture: async (id: string, sent: Sent<never>) => (await orders.captureOrder({ id, ...sent })).result,
    getCapture: async (captureId: string) => (await payments.getCapturedPayment({ captureId })).result,
    refund: async (captureId: string, sent: Sent<RefundRequest>) =>
      (await payments.refundCapturedPayment({ captureId, ...sent })).result,
    getRefund: async (refundId: string) => (await payments.getRefund({ refundId })).result,
  };
});
