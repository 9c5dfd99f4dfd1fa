import type { payPage } from '@turnpike/contract';
import type { z } from 'zod';
import { escapeHtml, type Page } from '../../http/page-answer.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

const SCRIPT = 'document.forms[0].submit();';

/**
 * A page that sends the buyer on to the gateway at once: a form, or an address as a form without fields. It works
 * without its script too, by its button.
 * @throws order.not_open for a payment that is scanned
 */
export function paymentForm({ type, data: { url, method, params } }: z.output<typeof payPage>): Page {
  const address = URL.parse(url);
  if (type !== 1 || address === null || !/^https?:$/.test(address.protocol))
    throw new GatewayError('order.not_open');
  // A form with the method GET replaces the query of its address.
  const fields =
    method === 'GET' ? [...address.searchParams, ...Object.entries(params)] : Object.entries(params);
  const inputs = fields
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  return {
    html:
      '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<title>${escapeHtml(address.host)}</title>` +
      '<style>body{display:grid;place-items:center;min-height:90vh;font:16px system-ui}' +
      'button{font:inherit;padding:12px 24px}</style>' +
      `<form method="${method.toLowerCase()}" action="${escapeHtml(url)}" accept-charset="utf-8">${inputs}` +
      `<button>${escapeHtml(address.host)} →</button></form><script>${SCRIPT}</script>`,
    script: SCRIPT,
    formOrigin: address.origin,
  };
}
