import type { Language } from '@turnpike/contract';
import { escapeHtml, type Page } from '../../http/page-answer.ts';
import { backLink, pageText, payPageHtml } from '../payment-page.ts';

/** Browsers inside of old WeChat versions read nothing newer. The bridge may come after the page. */
const SCRIPT = `(function () {
  var main = document.querySelector('main');
  function pay() {
    if (typeof WeixinJSBridge === 'undefined') {
      document.querySelector('#outside').hidden = false;
      return;
    }
    var request = JSON.parse(main.getAttribute('data-request'));
    WeixinJSBridge.invoke('getBrandWCPayRequest', request, function (answer) {
      if (answer.err_msg === 'get_brand_wcpay_request:ok') location.replace(main.getAttribute('data-return'));
    });
  }
  document.querySelector('button').addEventListener('click', pay);
  if (typeof WeixinJSBridge === 'undefined') document.addEventListener('WeixinJSBridgeReady', pay);
  else pay();
})();`;

/** The page that opens WeChat's dialog. A buyer who has cancelled it opens it again, or goes back. */
export function wxPayBridgePage({
  language,
  request,
  returnUrl,
}: {
  language: Language;
  request: Readonly<Record<string, string>>;
  returnUrl: string;
}): Page {
  const attributes = { 'data-request': JSON.stringify(request), 'data-return': returnUrl };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const content =
    `<p><button type="button">${pageText(language, 'payInWeChat')}</button></p>` +
    `<p id="outside" role="alert" hidden>${pageText(language, 'openInWeChat')}</p>` +
    backLink(language, returnUrl);
  return {
    html: `${payPageHtml(language, content, written.join(''))}<script>${SCRIPT}</script>`,
    ...{ script: SCRIPT, formTargets: '' },
    // The bridge sends its messages to the app by frames with this scheme.
    frameScheme: 'weixin:',
  };
}
