import { z } from 'zod';
import { call, epochSeconds } from '../call.ts';
import { callEnd } from '../catalogues/call-ends.ts';
import { callEnding, callMoment, chargeRule } from '../catalogues/charge-rules.ts';
import { password } from '../password-rules.ts';
import { line } from '../text.ts';
import { username, userView } from './user.ts';

export const languages = ['zh_CN', 'zh_HK', 'en_US', 'ja_JP'] as const;
export type Language = (typeof languages)[number];

export const siteStatus = z.object({
  version: z.string(),
  start_time: epochSeconds(),
  system_name: z.string(),
  logo: z.string(),
  language: z.enum(languages),
  footer_html: z.string(),
  server_address: z.string(),
  quota_per_unit: z.number(),
  display_in_currency: z.boolean(),
  /** A balance below it is marked as low; 0: none is. Ours. */
  quota_remind_threshold: z.number(),
  top_up_link: z.string(),
  chat_link: z.string(),
  chat_links: z.string(),
  email_verification: z.boolean(),
  /** Registration needs an invitation code. */
  invitation_required: z.boolean(),
  /** People may open an account with a password. Ours. */
  password_register: z.boolean(),
  /** A forgotten password can be set again by a mail. Ours. */
  password_reset: z.boolean(),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  oidc_auth: z.boolean(),
  lark_login: z.boolean(),
  lark_client_id: z.string(),
  /** Ours. */
  telegram_login: z.boolean(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  telegram_bot: z.string(),
  mj_notify_enabled: z.boolean(),
  UserInvoiceMonth: z.boolean(),
  /** Everybody may see the status of the public models. Ours. */
  model_status_page: z.boolean(),
  /** `/mcp` answers. Ours. */
  mcp_enabled: z.boolean(),
  PaymentUSDRate: z.number(),
  PaymentMinAmount: z.number(),
  RechargeDiscount: z.string(),
  /** Ours. */
  RechargeBonus: z.string(),
  EnableSafe: z.boolean(),
  SafeToolName: z.string(),
  SafeKeyWords: z.array(z.string()),
  /** False until a root account exists: the console then shows the set-up wizard. */
  is_set_up: z.boolean(),
  /** Whether the caller is signed in; spares visitors a call whose answer would be "nobody". */
  has_session: z.boolean(),
});
export type SiteStatus = z.output<typeof siteStatus>;

/** A row of the charge table, with the site's options applied. */
export const chargingRow = z.object({
  ending: z.enum(callEnding),
  moment: z.enum(callMoment),
  /** The end in the log row; null if such a call has no row of its own. */
  ended_by: z.enum(callEnd).nullable(),
  /** Null: as when the call ended. */
  charged_by: z.enum(chargeRule).nullable(),
});
export type ChargingRow = z.output<typeof chargingRow>;

export const setUpCode = z.string().trim().min(1).max(40);

export const setUpInput = z.object({
  code: setUpCode,
  username: username(),
  password: password(),
  system_name: line().min(1).max(50),
  language: z.enum(languages),
});

export const siteCalls = {
  status: call('GET /api/status', {
    access: 'public',
    summary: 'Settings that the console needs to start',
    output: siteStatus,
    isOpenWithoutFactor: true,
  }),
  notice: call('GET /api/notice', {
    access: 'public',
    summary: 'Announcement, Markdown',
    output: z.string(),
  }),
  about: call('GET /api/about', { access: 'public', summary: 'About text', output: z.string() }),
  homePage: call('GET /api/home_page_content', {
    access: 'public',
    summary: 'Home text',
    output: z.string(),
  }),
  checkSetUpCode: call('POST /api/setup/code', {
    access: 'public',
    summary: 'Say whether a set-up code is right; attempts are limited',
    input: z.object({ code: setUpCode }),
  }),
  charging: call('GET /api/charging', {
    access: 'public',
    summary: 'The charge of calls by the way they end',
    output: z.array(chargingRow),
  }),
  setUp: call('POST /api/setup', {
    access: 'public',
    summary: 'Make the root account with the one-time set-up code and sign in',
    input: setUpInput,
    output: userView,
  }),
};
