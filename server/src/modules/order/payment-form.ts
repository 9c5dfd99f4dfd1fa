import type { payPage } from '@turnpike/contract';
import type { z } from 'zod';
import { escapeHtml, type Page } from '../../http/page-answer.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

const SEND = 'document.forms[0].submit();';
const FOLLOW = 'document.links[0].click();';

const STYLE =
  '<style>body{display:grid;place-items:center;min-height:90vh;font:16px system-ui}' +
  'a,button{font:inherit;padding:12px 24px}</style>';

/**
 * A page that sends the buyer on to the gateway at once. It works without its script too, by its link or button.
 * @throws order.not_open for a payment that is scanned
 */
export function paymentForm({ type, data: { url, method, params } }: z.output<typeof payPage>): Page {
  const address = URL.parse(url);
  if (type !== 1 || address === null || !/^https?:$/.test(address.protocol))
    throw new GatewayError('order.not_open');
  const label = `${escapeHtml(address.host)} →`;
  const head =
    '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${escapeHtml(address.host)}</title>${STYLE}`;
  if (method === 'GET')
    return {
      html: `${head}<a href="${escapeHtml(url)}">${label}</a><script>${FOLLOW}</script>`,
      ...{ script: FOLLOW, formTargets: '' },
    };
  const inputs = Object.entries(params)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  return {
    html:
      `${head}<form method="post" action="${escapeHtml(url)}" accept-charset="utf-8">${inputs}` +
      `<button>${label}</button></form><script>${SEND}</script>`,
    // Browsers apply the policy to the redirects of a form too, and gateways redirect to other sites.
    ...{ script: SEND, formTargets: address.protocol === 'https:' ? 'https:' : 'https: http:' },
  };
}
