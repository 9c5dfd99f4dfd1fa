import type { SidebarGroup } from '../shell/sidebar-entry.ts';
import { aboutFeature } from './about/about-feature.ts';
import { analyticsFeature } from './analytics/analytics-feature.ts';
import { channelFeature } from './channel/channel-feature.ts';
import { dashboardFeature } from './dashboard/dashboard-feature.ts';
import { homeFeature } from './home/home-feature.ts';
import { inviteCodeFeature } from './invite-code/invite-code-feature.ts';
import { invoiceFeature } from './invoice/invoice-feature.ts';
import { jumpFeature } from './jump/jump-feature.ts';
import { logFeature } from './log/log-feature.ts';
import { midjourneyFeature } from './midjourney/midjourney-feature.ts';
import { modelOwnerFeature } from './model-owner/model-owner-feature.ts';
import { modelPriceFeature } from './model-price/model-price-feature.ts';
import { modelStatusFeature } from './model-status/model-status-feature.ts';
import { paymentFeature } from './payment/payment-feature.ts';
import { playgroundFeature } from './playground/playground-feature.ts';
import { pricingFeature } from './pricing/pricing-feature.ts';
import { profileFeature } from './profile/profile-feature.ts';
import { redemptionFeature } from './redemption/redemption-feature.ts';
import { registrationFeature } from './registration/registration-feature.ts';
import { sessionFeature } from './session/session-feature.ts';
import { setUpFeature } from './set-up/set-up-feature.ts';
import { settingFeature } from './setting/setting-feature.ts';
import { statementFeature } from './statement/statement-feature.ts';
import { taskFeature } from './task/task-feature.ts';
import { telegramFeature } from './telegram/telegram-feature.ts';
import { tokenFeature } from './token/token-feature.ts';
import { topUpFeature } from './topup/topup-feature.ts';
import { userFeature } from './user/user-feature.ts';
import { userGroupFeature } from './user-group/user-group-feature.ts';

/**
 * The sidebar, and the source of breadcrumbs and of the command palette.
 * Source of the order: docs/reference/compatibility.md, "Sidebar".
 */
export const sidebar: readonly SidebarGroup[] = [
  { id: 'groupOverview', entries: [dashboardFeature, analyticsFeature, playgroundFeature] },
  {
    id: 'groupSetting',
    userTitle: 'groupAccount',
    entries: [
      userFeature,
      channelFeature,
      {
        id: 'operation',
        items: [userGroupFeature, inviteCodeFeature, pricingFeature, modelOwnerFeature, telegramFeature],
      },
      { id: 'paySetting', items: [redemptionFeature, paymentFeature] },
      tokenFeature,
      profileFeature,
      settingFeature,
    ],
  },
  { id: 'groupBilling', entries: [topUpFeature, modelPriceFeature, statementFeature] },
  { id: 'groupUsage', entries: [logFeature, invoiceFeature, midjourneyFeature, taskFeature] },
];

/** Features without a place in the sidebar. */
const others = [
  homeFeature,
  modelStatusFeature,
  aboutFeature,
  jumpFeature,
  sessionFeature,
  registrationFeature,
  setUpFeature,
];

export const features = [
  ...sidebar.flatMap(({ entries }) => entries.flatMap((entry) => ('items' in entry ? entry.items : [entry]))),
  ...others,
];
