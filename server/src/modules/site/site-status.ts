import { role, type SiteStatus, version } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import { mailServerOf } from '../mail/mail-server.ts';
import type { Options } from '../option/options.ts';

export interface SiteFacts {
  startTime: number;
  isSetUp: boolean;
  /** Address that the caller used. */
  origin: string;
  user: SignedIn | undefined;
  /** Address of the picture for the option `Logo`. */
  logo: string;
  /** Address of the picture for the option `WeChatAccountQRCodeImageURL`. */
  weChatPicture: string;
  /** User name of the bot while it runs. */
  telegramBot: string;
}

/** Settings that the console needs to start. Source: docs/reference/compatibility.md, "Site status". */
export function siteStatus(
  options: Options,
  { startTime, isSetUp, origin, user, logo, weChatPicture, telegramBot }: SiteFacts,
): SiteStatus {
  return {
    version,
    start_time: startTime,
    is_set_up: isSetUp,
    has_session: user !== undefined,
    system_name: options.text('SystemName'),
    logo,
    language: options.text('Language') as SiteStatus['language'],
    footer_html: options.text('Footer'),
    server_address: options.text('ServerAddress') || origin,
    quota_per_unit: options.number('QuotaPerUnit'),
    display_in_currency: options.flag('DisplayInCurrencyEnabled'),
    quota_remind_threshold: options.number('QuotaRemindThreshold'),
    top_up_link: options.text('TopUpLink'),
    chat_link: options.text('ChatLink'),
    chat_links: options.text('ChatLinks'),
    invitation_required: options.flag('InvitationRequired'),
    email_verification: options.flag('EmailVerificationEnabled'),
    password_register: options.flag('RegisterEnabled') && options.flag('PasswordRegisterEnabled'),
    password_reset: mailServerOf(options) !== undefined && options.text('ServerAddress') !== '',
    github_oauth: options.flag('GitHubOAuthEnabled'),
    github_client_id: options.text('GitHubClientId'),
    oidc_auth: options.flag('OIDCAuthEnabled'),
    lark_login: options.flag('LarkAuthEnabled'),
    lark_client_id: options.text('LarkClientId'),
    telegram_login: options.flag('TelegramOAuthEnabled'),
    wechat_login: options.flag('WeChatAuthEnabled'),
    wechat_qrcode: weChatPicture,
    turnstile_check: options.flag('TurnstileCheckEnabled'),
    turnstile_site_key: options.text('TurnstileSiteKey'),
    telegram_bot: telegramBot,
    mj_notify_enabled: options.flag('MjNotifyEnabled'),
    model_status_page: options.flag('ModelStatusPageEnabled'),
    mcp_enabled: options.flag('McpEnabled'),
    UserInvoiceMonth: options.flag('UserInvoiceMonth'),
    PaymentUSDRate: options.number('PaymentUSDRate'),
    PaymentMinAmount: options.number('PaymentMinAmount'),
    RechargeDiscount: options.text('RechargeDiscount'),
    RechargeBonus: options.text('RechargeBonus'),
    EnableSafe: options.flag('EnableSafe'),
    SafeToolName: options.text('SafeToolName'),
    // A reader of the words could circumvent the filter.
    SafeKeyWords: user?.role === role.root ? toLines(options.text('SafeKeyWords')) : [],
  };
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
