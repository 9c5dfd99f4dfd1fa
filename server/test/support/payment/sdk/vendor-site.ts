import type { PaymentContext } from '../../../../src/payment/payment-gateway.ts';
import { type AskedPage, type Site, startFakeInternet } from '../../sign-in/fake-internet.ts';

/** A payment company for its own SDK and for our gateway, which both ask it over HTTP. */
export interface VendorSite {
  host: string;
  port: number;
  /** Requests of both, in order. */
  asked: AskedPage[];
  /** For our gateway. */
  context: PaymentContext;
  /** @returns the requests that are made meanwhile */
  askedBy(work: () => Promise<unknown>): Promise<AskedPage[]>;
  stop(): Promise<void>;
}

/** @param origin the company's own address */
export async function startVendorSite(
  origin: string,
  site: Site,
  nowSeconds: () => number,
): Promise<VendorSite> {
  const asked: AskedPage[] = [];
  const remembered: Site = (page) => {
    asked.push(page);
    return site(page);
  };
  const { sites, host, guardedFetch, stop } = await startFakeInternet({ [origin]: remembered });
  sites[`https://${host}`] = remembered;
  return {
    ...{ host, port: Number(host.split(':')[1]), asked, stop },
    context: { guardedFetch, clock: { nowSeconds }, signal: AbortSignal.timeout(60_000) },
    async askedBy(work) {
      const { length } = asked;
      await work();
      return asked.slice(length);
    },
  };
}
