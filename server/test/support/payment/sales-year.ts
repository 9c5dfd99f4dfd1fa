import { logType, orderCalls, redemptionCalls, userCalls } from '@turnpike/contract';
import type { LedgerAccount } from '@turnpike/contract/catalogues/ledger-kinds';
import { formatSettlement, parseSettlement, type Settlement } from '../../../src/db/settlement.ts';
import { writeSettlements } from '../../../src/db/settlement-writer.ts';
import { invoiceJob } from '../../../src/jobs/invoice-job.ts';
import { orderJob } from '../../../src/jobs/order-job.ts';
import type { Person, TestManagement } from '../test-management.ts';
import { randomOf } from '../varied-json.ts';
import { bonusOf, type GatewayName, gatewayNames, type Movement, type SalesShop } from './sales-shop.ts';

const POINTS_PER_DOLLAR = 500_000;
const dollars = [5, 20, 50, 100, 500];
const models = ['gpt-4o', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'deepseek-chat'];

/** A change of a balance as the test expects it, with the counter-account that pays it. */
export interface Change {
  userId: number;
  at: number;
  account: LedgerAccount;
  points: number;
}

export interface Call {
  userId: number;
  model: string;
  points: number;
  promptTokens: number;
  completionTokens: number;
  durationMs: number;
  endedAt: number;
  /** Runs of the job for invoices before the database had it. */
  settledAfterRuns: number;
}

interface SoldOrder {
  userId: number;
  amount: number;
  gateway: GatewayName;
  tradeNo: string;
}

type Ask = TestManagement['ask'];
type Reported = 'once' | 'copies' | 'lost' | 'down' | 'late' | 'never';
/** In turn, so that a short year has them all. */
const reports: readonly Reported[] = [
  'once',
  'copies',
  'lost',
  'once',
  'down',
  'copies',
  'late',
  'once',
  'never',
];
const stripeRefunds = ['failed', 'pending', 'succeeded'] as const;
/** Its first version would pay a repeated refund again, so refunds without an answer are settled by hand. */
const easyPayRefunds = [null, 'lost', 'down'] as const;

/** A random year of a shop. The random numbers are the same for the same seed. */
export class SalesYear {
  readonly random: () => number;
  readonly calls: Call[] = [];
  readonly orders = new Map<string, SoldOrder>();
  readonly people: Person[] = [];
  /** Seconds in which the job for invoices ran. */
  readonly invoiceRuns: number[] = [];
  /** Changes that no payment company knows of. */
  readonly #others: Change[] = [];
  /** Uses of redemption codes; they are among the changes, too. */
  readonly redeemed: Change[] = [];
  readonly #site: TestManagement;
  readonly #shop: SalesShop;
  #root: Person;
  #waiting: Call[] = [];
  #written = 0;
  #attempts = 0;
  /** Refunds that an account had the points for. */
  #refunds = 0;

  constructor(site: TestManagement, shop: SalesShop, { root, seed }: { root: Person; seed: number }) {
    this.#site = site;
    this.#shop = shop;
    this.#root = root;
    this.random = randomOf(seed);
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.whole(0, values.length - 1)] as Value;
  }

  /** Lets the clock stand at a second; it never goes back. */
  goTo(second: number): void {
    this.#site.passTime(Math.max(0, second - this.#site.now()));
  }

  async addPerson(): Promise<void> {
    const quota = this.whole(0, 3) * 1_234_567;
    const person = await this.#site.seed.person(`customer${this.people.length + 1}`, { quota });
    this.people.push(person);
    this.#note(person.id, 'opening', quota);
  }

  /** Asks for somebody, who signs in again if the session has ended. */
  async askAs(person: Person, ...[call, asked]: Parameters<Ask>): ReturnType<Ask> {
    const answer = await this.#site.ask(call, { ...asked, as: person });
    if (answer.status !== 401) return answer;
    person.cookie = (await this.#site.signIn(person.username)).cookie;
    return this.#site.ask(call, { ...asked, as: person });
  }

  askAsRoot(...[call, asked]: Parameters<Ask>): ReturnType<Ask> {
    return this.askAs(this.#root, call, asked);
  }

  /** Buys points; the payment is reported in one of many ways, or is never made. */
  async order(person: Person): Promise<void> {
    const gateway = this.pick(gatewayNames);
    const amount = this.pick(dollars);
    const input = { uuid: this.#shop.uuids[gateway], amount };
    const { status, body } = await this.askAs(person, orderCalls.create, { input });
    if (status === 409 && body.code === 'order.too_many_open') return;
    expectStatus(status, 200, body);
    const tradeNo: string = body.data.trade_no;
    this.orders.set(tradeNo, { userId: person.id, amount, gateway, tradeNo });
    if (gateway === 'EasyPay') this.#shop.easypay.submit(body.data.data.params);
    const how = reports[this.orders.size % reports.length] as Reported;
    // Stripe's page ends with the order.
    if (how === 'never' || (how === 'late' && gateway === 'Stripe')) return;
    this.goTo(this.#site.now() + (how === 'late' ? 4000 : this.whole(5, 600)));
    if (how === 'late') await this.runOrderJob();
    if (this.orders.size % 5 === 0) await this.#forge(gateway, tradeNo);
    this.#pay(gateway, tradeNo);
    if (how === 'lost') return;
    this.#shop.fault = how === 'down' ? 'down' : null;
    const copies = how === 'copies' ? 3 : 1;
    await Promise.all(Array.from({ length: copies }, () => this.#report(gateway, tradeNo)));
    this.#shop.fault = null;
  }

  #pay(gateway: GatewayName, tradeNo: string): void {
    if (gateway === 'EasyPay') this.#shop.easypay.pay(tradeNo);
    else if (gateway === 'Stripe') this.#shop.stripe.complete(tradeNo);
    else this.#shop.paypal.approve(tradeNo);
  }

  async #report(gateway: GatewayName, tradeNo: string, changed: object = {}): Promise<string> {
    const { easypay, stripe, paypal, uuids } = this.#shop;
    const url = `/api/payment/notify/${uuids[gateway]}`;
    const send = async (request: object) => (await this.#site.server.inject({ url, ...request })).payload;
    if (gateway === 'EasyPay') {
      const order = easypay.orders.get(tradeNo);
      if (order === undefined) throw new Error('EasyPay: no such order');
      const fields = { ...easypay.notification(order), ...changed };
      return send({ method: 'GET', url: `${url}?${new URLSearchParams(fields)}` });
    }
    if (gateway === 'PayPal') {
      const { headers, body } = paypal.approved(paypal.of(tradeNo));
      return send({ method: 'POST', headers: { ...headers, ...changed }, payload: body });
    }
    const given = { at: this.#site.now() };
    const event = stripe.event('checkout.session.completed', stripe.of(tradeNo), given);
    const headers = { 'content-type': 'application/json', 'stripe-signature': event.signature, ...changed };
    return send({ method: 'POST', headers, payload: event.body });
  }

  /** A callback with a signature of nobody. */
  async #forge(gateway: GatewayName, tradeNo: string): Promise<void> {
    const forged = {
      EasyPay: { trade_status: 'TRADE_SUCCESS', sign: 'f'.repeat(32) },
      Stripe: { 'stripe-signature': `t=${this.#site.now()},v1=${'f'.repeat(64)}` },
      PayPal: { 'paypal-transmission-sig': Buffer.alloc(256).toString('base64') },
    }[gateway];
    const answer = await this.#report(gateway, tradeNo, forged);
    if (/^(success|ok)$/.test(answer)) throw new Error(`${gateway}: a forged callback was taken`);
  }

  /** Pays a part or all of an order back. A lost answer is followed by the same request, or by a look at the gateway. */
  async refund(): Promise<void> {
    const gateway = gatewayNames[this.#refunds % gatewayNames.length];
    const left = [...this.#shop.paid.values()].filter(
      (one) => one.gateway === gateway && this.#leftMinor(one) > 0,
    );
    const begun = left.filter((one) => this.#leftMinor(one) < one.minor);
    const payment = this.pick(begun.length > 0 && this.random() < 0.5 ? begun : left);
    if (payment === undefined) return;
    const query = { trade_no: payment.tradeNo };
    const [{ id }] = (await this.askAsRoot(orderCalls.list, { query })).body.data.data;
    const leftMinor = this.#leftMinor(payment);
    const minor = this.pick([1, Math.ceil(leftMinor / 3), Math.ceil(leftMinor / 3), leftMinor]);
    this.#attempts += 1;
    const number = this.#refunds + 1;
    const input = {
      request_no: `refund-${this.#attempts}`,
      amount: minor / (payment.currency === 'JPY' ? 1 : 100),
      reason: 'wish of the buyer',
    };
    const ask = () => this.askAsRoot(orderCalls.refund, { params: { id }, input });
    const turn = Math.floor(number / 3) % 3;
    this.#shop.stripe.refundStatus = stripeRefunds[turn] as 'succeeded';
    const lost = number % 2 === 0 ? 'lost' : null;
    const fault = gateway === 'EasyPay' ? (easyPayRefunds[turn] ?? null) : lost;
    this.#shop.fault = fault;
    const first = await ask();
    this.#shop.fault = null;
    if (first.status === 409) return;
    this.#refunds += 1;
    if (fault === null) return;
    const again = await ask();
    if (gateway !== 'EasyPay') return;
    expectStatus(again.status, 409, again.body);
    await this.#settleByHand(id, { request_no: input.request_no, is_paid_back: fault === 'lost' });
  }

  async #settleByHand(
    id: number,
    { request_no, is_paid_back }: { request_no: string; is_paid_back: boolean },
  ): Promise<void> {
    const order = (await this.askAsRoot(orderCalls.get, { params: { id } })).body.data;
    const refund = order.refunds.find((one: { request_no: string }) => one.request_no === request_no);
    const input = { refund_id: refund.id, is_paid_back, reason: 'seen at the gateway' };
    const { status, body } = await this.askAsRoot(orderCalls.settleRefund, { params: { id }, input });
    expectStatus(status, 200, body);
  }

  #leftMinor({ tradeNo, minor }: Movement): number {
    const parts = this.#shop.paidBack.filter((one) => one.tradeNo === tradeNo);
    return parts.reduce((left, part) => left - part.minor, minor);
  }

  /** The refunds that Stripe has begun are done. */
  async endRefunds(): Promise<void> {
    for (const refund of this.#shop.stripe.refunds.values())
      if (refund.status === 'pending') refund.status = 'succeeded';
    this.#shop.stripe.refundStatus = 'succeeded';
    this.goTo(this.#site.now() + 301);
    await this.runOrderJob();
  }

  async redeem(): Promise<void> {
    const quota = this.whole(1, 40) * 77_777;
    const uses = this.whole(1, 3);
    const input = { name: 'voucher', quota, max_uses: uses };
    const { body } = await this.askAsRoot(redemptionCalls.create, { input });
    const [key] = body.data;
    const people = Array.from({ length: uses }, () => this.pick(this.people));
    for (const person of new Set(people)) {
      const { status, body: answer } = await this.askAs(person, redemptionCalls.redeem, { input: { key } });
      expectStatus(status, 200, answer);
      this.redeemed.push(this.#note(person.id, 'promotion', quota));
    }
  }

  /** An administrator adds points, or takes a few away. */
  async adjust(person: Person): Promise<void> {
    const quota = this.random() < 0.7 ? this.whole(1, 900_000) : -this.whole(1, 900);
    const answer = await this.askAsRoot(userCalls.changeQuota, {
      params: { id: person.id },
      input: { quota, remark: 'as agreed' },
    });
    if (answer.status === 200) this.#note(person.id, 'adjustment', quota);
  }

  /** Calls, held and charged in the quota book as relayed ones are. Their settlements wait for `settle`. */
  async use(person: Person): Promise<void> {
    const { quotaBook } = this.#site;
    const payers = { userId: person.id, limitedTokenId: null, budgets: [] };
    for (let left = this.whole(1, 4); left > 0; left -= 1) {
      await quotaBook.load(payers);
      const balance = quotaBook.balanceOf(person.id) ?? 0;
      if (balance === 0) return;
      // Some spend all they have, so that refunds find nothing.
      const points = this.random() < 0.02 ? balance : Math.min(balance, this.whole(1, 400_000));
      const hold = await quotaBook.reserve(payers, { most: points, least: points });
      const { fromBalance } = quotaBook.settle(hold, points);
      const call: Call = {
        ...{ userId: person.id, model: this.pick(models), points: fromBalance, endedAt: this.#site.now() },
        ...{ promptTokens: this.whole(1, 9000), completionTokens: this.whole(0, 900) },
        ...{ durationMs: this.whole(10, 30_000), settledAfterRuns: 0 },
      };
      this.#waiting.push(call);
      this.calls.push(call);
      quotaBook.recorded(hold, this.#written + this.#waiting.length);
    }
  }

  /** Writes the settlements that wait, by the function that drains the outbox. */
  async settle(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const nowSeconds = this.#site.now();
    const settlements = this.#waiting.map((call, place) => toSettlement(call, this.#written + place + 1));
    for (const call of this.#waiting) {
      call.settledAfterRuns = this.invoiceRuns.length;
      this.#others.push({ userId: call.userId, at: nowSeconds, account: 'revenue', points: -call.points });
    }
    const firstNumber = this.#written + 1;
    this.#waiting = [];
    this.#written = await writeSettlements(this.#site.db, {
      ...{ outboxId: 'year', firstNumber, settlements, nowSeconds },
    });
    this.#site.quotaBook.drained(this.#written);
  }

  async runOrderJob(): Promise<void> {
    await orderJob(this.#site.deps).run({ signal: AbortSignal.timeout(60_000), lastRunAt: null });
  }

  /** @param copies runs at the same time */
  async runInvoiceJob({ copies = 1 } = {}): Promise<void> {
    this.invoiceRuns.push(this.#site.now());
    await Promise.all(Array.from({ length: copies }, () => this.#runInvoiceJob()));
  }

  async #runInvoiceJob(): Promise<void> {
    await invoiceJob(this.#site.deps).run({ signal: AbortSignal.timeout(60_000), lastRunAt: null });
  }

  /** Every change of a balance, from the payment companies' records and the steps of the year. */
  changes(): Change[] {
    const changes = [...this.#others];
    for (const { tradeNo, at } of this.#shop.paid.values()) {
      const { userId, amount } = this.#orderOf(tradeNo);
      changes.push({ userId, at, account: 'payment', points: amount * POINTS_PER_DOLLAR });
      changes.push({ userId, at, account: 'promotion', points: bonusOf[amount] ?? 0 });
    }
    const backOf = new Map<string, number>();
    for (const { tradeNo, at, minor } of this.#shop.paidBack) {
      const { userId, amount } = this.#orderOf(tradeNo);
      const before = backOf.get(tradeNo) ?? 0;
      const whole = this.#shop.paid.get(tradeNo)?.minor ?? 0;
      backOf.set(tradeNo, before + minor);
      // All parts together give back all points; each is rounded down up to there.
      const partOf = (points: number): number =>
        Number((BigInt(points) * BigInt(before + minor)) / BigInt(whole)) -
        Number((BigInt(points) * BigInt(before)) / BigInt(whole));
      changes.push({ userId, at, account: 'payment', points: -partOf(amount * POINTS_PER_DOLLAR) });
      changes.push({ userId, at, account: 'promotion', points: -partOf(bonusOf[amount] ?? 0) });
    }
    return changes;
  }

  #orderOf(tradeNo: string): SoldOrder {
    const order = this.orders.get(tradeNo);
    if (order === undefined) throw new Error(`nobody ordered ${tradeNo}`);
    return order;
  }

  #note(userId: number, account: LedgerAccount, points: number): Change {
    const change = { userId, at: this.#site.now(), account, points };
    this.#others.push(change);
    return change;
  }
}

function toSettlement(call: Call, number: number): Settlement {
  const { userId, model, points, promptTokens, completionTokens, durationMs, endedAt } = call;
  const text = formatSettlement(
    {
      ...{ request_id: `req_${number}`, user_id: userId, created_at: endedAt, type: logType.consume },
      ...{ content: '', username: 'customer', token_id: 1, token_name: 'laptop', model_name: model },
      ...{ quota: points, prompt_tokens: promptTokens, completion_tokens: completionTokens },
      ...{ channel_id: 1, request_time: durationMs, is_stream: 0, source_ip: '', ended_by: 'completed' },
      ...{ token_quota: 0, group_name: null },
    },
    {},
  );
  return parseSettlement(text);
}

function expectStatus(status: number, expected: number, body: unknown): void {
  if (status !== expected) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}
