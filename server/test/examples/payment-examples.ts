import type { OwnExamples } from '../support/example-requests.ts';
import { EASYPAY, FakeEasyPay, KEY, PID } from '../support/payment/fake-easypay.ts';

const gateway = {
  ...{ type: 'epay', name: 'EasyPay', currency: 'CNY', notify_domain: 'https://site.test' },
  config: { version: 'v1', pay_domain: EASYPAY, partner_id: PID, key: KEY },
};
const easypay = new FakeEasyPay();

interface Rows {
  id: number;
  uuid: string;
  /** An order that waits for its money, and one that was paid. */
  open: string;
  paid: string;
  paidId: number;
  /** A refund of `paid` whose answer was lost. */
  refundId: number;
}

const examples: OwnExamples<Rows> = {
  seed: async (post, mark, get, { site, as }) => {
    site.fakes.guardedFetch = async (url, { request }) => {
      const { method = 'GET', body = '' } = request ?? {};
      const page = await easypay.site({ method, url: new URL(url), headers: {}, body });
      return {
        status: page?.status ?? 404,
        bytes: Buffer.from(page?.body ?? ''),
        contentType: '',
        headers: {},
      };
    };
    const { id, uuid } = await post<{ id: number; uuid: string }>('/api/payment/', {
      ...gateway,
      name: mark,
    });
    const order = async (): Promise<{ trade_no: string; data: { params: Record<string, string> } }> => {
      const call = { method: 'POST', path: '/api/user/order' } as const;
      return (await site.ask(call, { as, input: { uuid, amount: 10 } })).body.data;
    };
    const [open, paid] = [await order(), await order()];
    easypay.submit(open.data.params);
    easypay.submit(paid.data.params);
    easypay.pay(paid.trade_no);
    const { data } = await get<{ data: [{ id: number }] }>(`/api/payment/order?trade_no=${paid.trade_no}`);
    const paidId = data[0].id;
    await post(`/api/payment/order/${paidId}/query`, {});
    easypay.instead = { refund: () => ({ status: 502, body: '' }) };
    const refund = { request_no: 'example-lost', amount: 2, reason: 'example' };
    await post(`/api/payment/order/${paidId}/refund`, refund).catch(() => {});
    easypay.instead = {};
    const { refunds } = await get<{ refunds: [{ id: number }] }>(`/api/payment/order/${paidId}`);
    return { id, uuid, open: open.trade_no, paid: paid.trade_no, paidId, refundId: refunds[0].id };
  },
  requests: ({ id, uuid, open, paid, paidId, refundId }) => ({
    order: {
      create: { input: { uuid, amount: 10 } },
      status: { query: { trade_no: paid } },
      listOwn: {},
      getOwn: { params: { trade_no: open } },
      page: { params: { trade_no: open } },
      form: { params: { trade_no: open } },
      queryOwn: { params: { trade_no: open } },
      closeOwn: { params: { trade_no: open } },
      list: {},
      get: { params: { id: paidId } },
      query: { params: { id: paidId } },
      refund: {
        params: { id: paidId },
        input: { request_no: 'example-refund', amount: 1, reason: 'example' },
      },
      settleRefund: {
        params: { id: paidId },
        input: { refund_id: refundId, is_paid_back: true, reason: 'example' },
      },
      events: {},
    },
    payment: {
      ways: {},
      list: {},
      summary: {},
      get: { params: { id } },
      create: { input: gateway },
      update: { input: { id, name: 'changed' } },
      remove: { params: { id } },
    },
  }),
};

export default examples;
