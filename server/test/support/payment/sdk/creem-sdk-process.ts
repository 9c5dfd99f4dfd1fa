import { Creem, type SDKOptions } from 'creem';
import type { CreateCheckoutRequest } from 'creem/models/components';
import { constructWebhookEventEntity } from 'creem/webhooks.js';
import { answerSteps } from './answer-steps.ts';

answerSteps((config: SDKOptions) => {
  const creem = new Creem(config);
  return {
    create: (request: CreateCheckoutRequest) => creem.checkouts.create(request),
    get: (id: string) => creem.checkouts.retrieve(id),
    getProduct: (id: string) => creem.products.get(id),
    getTransaction: (id: string) => creem.transactions.getById(id),
    refund: (transactionId: string) => creem.transactions.refund({ transactionId }),
    /** Proves an event by its signature, and reads it by Creem's own schema. */
    readEvent: (body: string, headers: Record<string, string>, secret: string) =>
      constructWebhookEventEntity(body, headers, secret),
  };
});
