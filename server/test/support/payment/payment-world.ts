import { orderCalls, paymentCalls, userCalls } from '@turnpike/contract';
import { expect } from 'vitest';
import { queryDueOrders } from '../../../src/modules/order/due-orders.ts';
import { endBegunRefunds } from '../../../src/modules/order/refund-order.ts';
import { askConfirmed } from '../ask-confirmed.ts';
import type { databases } from '../databases.ts';
import { type Site, startFakeInternet } from '../sign-in/fake-internet.ts';
import { type Person, startTestManagement, type TestManagementOptions } from '../test-management.ts';

export interface SentCallback {
  method?: 'GET' | 'POST';
  /** Without the question mark. */
  query?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A site that sells points, a buyer, and payment companies under their real addresses. */
export async function startPaymentWorld(
  engine: (typeof databases)[number],
  sites: Record<string, Site>,
  options: TestManagementOptions = {},
) {
  const site = await startTestManagement(engine, options);
  const internet = await startFakeInternet(sites);
  site.fakes.guardedFetch = internet.guardedFetch;
  const root = await site.root();
  await site.ask(
    { method: 'PUT', path: '/api/option/batch' },
    { as: root, input: { options: [{ key: 'ServerAddress', value: 'https://gateway.example' }] } },
  );
  let buyer: Person = root;
  let people = 0;

  const create = (input: object) => askConfirmed(site.ask, paymentCalls.create, { as: root, input });
  const read = async (trade_no: string) =>
    (await site.ask(orderCalls.getOwn, { as: buyer, params: { trade_no } })).body.data;
  return {
    site,
    internet,
    root,
    /** The next orders are those of another person, without points. */
    async newBuyer(): Promise<Person> {
      people += 1;
      buyer = await site.seed.person(`buyer${people}`);
      return buyer;
    },
    create,
    /** @returns the public id of a new gateway */
    async gateway(input: object): Promise<string> {
      const answer = await create(input);
      expect(answer).toMatchObject({ status: 200 });
      return answer.body.data.uuid;
    },
    order: (uuid: string, amount = 10, headers: Record<string, string> = {}) =>
      site.ask(orderCalls.create, { as: buyer, input: { uuid, amount }, headers }),
    async notify(uuid: string, { method = 'POST', query = '', headers = {}, body = '' }: SentCallback) {
      const url = `/api/payment/notify/${uuid}${query === '' ? '' : `?${query}`}`;
      const { statusCode, payload } = await site.server.inject({ method, url, headers, payload: body });
      return { status: statusCode, body: payload };
    },
    quota: async (): Promise<number> =>
      (await site.ask(userCalls.self, { as: buyer })).body.data.quota / 500_000,
    read,
    events: async (query: object) =>
      (await site.ask(orderCalls.events, { as: root, query: query as never })).body.data.data,
    /** Lets the job ask about the open orders. */
    async runJob(seconds = 60): Promise<void> {
      site.passTime(seconds);
      await queryDueOrders(site.deps, AbortSignal.timeout(10_000));
    },
    form: (trade_no: string) => site.ask(orderCalls.form, { as: buyer, params: { trade_no } }),
    close: (trade_no: string) => site.ask(orderCalls.closeOwn, { as: buyer, params: { trade_no } }),
    async refund(trade_no: string, amount: number, request_no = 'refund-0001') {
      const { id } = await read(trade_no);
      const input = { request_no, amount, reason: 'wish of the buyer' };
      return site.ask(orderCalls.refund, { as: root, params: { id }, input });
    },
    /** Lets the job ask about the refunds that gateways have begun. @returns the states of an order's refunds */
    async endRefunds(trade_no: string): Promise<string[]> {
      site.passTime(301);
      await endBegunRefunds(site.deps, AbortSignal.timeout(10_000));
      const { id } = await read(trade_no);
      const { refunds } = (await site.ask(orderCalls.get, { as: root, params: { id } })).body.data;
      return refunds.map(({ state }: { state: string }) => state);
    },
    stop: async () => {
      await internet.stop();
      await site.stop();
    },
  };
}
export type PaymentWorld = Awaited<ReturnType<typeof startPaymentWorld>>;
