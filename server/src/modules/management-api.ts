import type { FastifyInstance } from 'fastify';
import { registerApiReference } from '../http/api-reference.ts';
import { registerManagementScope } from '../http/management-scope.ts';
import { accessTokenRoutes } from './access-token/access-token-routes.ts';
import { attentionRoutes } from './attention/attention-routes.ts';
import { budgetRoutes } from './budget/budget-routes.ts';
import { channelCheckRoutes } from './channel/channel-check-routes.ts';
import { channelComparisonRoutes } from './channel/channel-comparison-routes.ts';
import { channelEditRoutes } from './channel/channel-edit-routes.ts';
import { channelHealthRoutes } from './channel/channel-health-routes.ts';
import { channelKeyRoutes } from './channel/channel-key-routes.ts';
import { channelRoutes } from './channel/channel-routes.ts';
import { channelTagRoutes } from './channel/channel-tag-routes.ts';
import { channelTestRoutes } from './channel/channel-test-routes.ts';
import { confirmationRoutes } from './confirmation/confirmation-routes.ts';
import { identityRoutes } from './identity/identity-routes.ts';
import { invitationRoutes } from './invitation/invitation-routes.ts';
import { inviteCodeRoutes } from './invite-code/invite-code-routes.ts';
import { invoiceRoutes } from './invoice/invoice-routes.ts';
import { jobRoutes } from './job/job-routes.ts';
import { ledgerRoutes } from './ledger/ledger-routes.ts';
import { logRoutes } from './log/log-routes.ts';
import { modelRoutes } from './model/model-routes.ts';
import { modelStatusRoutes } from './model/model-status-routes.ts';
import type { ModuleDeps } from './module-deps.ts';
import { notificationRoutes } from './notification/notification-routes.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { optionRoutes } from './option/option-routes.ts';
import { orderRoutes } from './order/order-routes.ts';
import { registerPaymentCallbacks } from './order/payment-callback-routes.ts';
import { passkeyRoutes } from './passkey/passkey-routes.ts';
import { paymentRoutes } from './payment/payment-routes.ts';
import { paymentStatementRoutes } from './payment-statement/payment-statement-routes.ts';
import { registerPictures } from './picture/picture-routes.ts';
import { plannedPriceRoutes } from './price/planned-price-routes.ts';
import { priceListRoutes } from './price/price-list-routes.ts';
import { priceRoutes } from './price/price-routes.ts';
import { priceScheduleRoutes } from './price/price-schedule-routes.ts';
import { priceVersionRoutes } from './price/price-version-routes.ts';
import { quoteRoutes } from './quote/quote-routes.ts';
import { redemptionRoutes } from './redemption/redemption-routes.ts';
import { refusedCallRoutes } from './refused-call/refused-call-routes.ts';
import { registrationRoutes } from './registration/registration-routes.ts';
import { SecondFactor } from './second-factor/second-factor.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { ownSessionRoutes } from './session/own-session-routes.ts';
import { authorise } from './session/session.ts';
import { sessionRoutes } from './session/session-routes.ts';
import { SignIn } from './session/sign-in.ts';
import { signOutEverywhere } from './session/sign-out-everywhere.ts';
import type { SetUp } from './set-up/set-up.ts';
import { settlementRoutes } from './settlement/settlement-routes.ts';
import { siteRoutes } from './site/site-routes.ts';
import { statementRoutes } from './statement/statement-routes.ts';
import { statisticsRoutes } from './statistics/statistics-routes.ts';
import { midjourneyRoutes, taskRoutes } from './task/task-routes.ts';
import { telegramBotRoutes } from './telegram/telegram-bot-routes.ts';
import { telegramLinkRoutes } from './telegram/telegram-link-routes.ts';
import { telegramMenuRoutes } from './telegram/telegram-menu-routes.ts';
import { tokenRoutes } from './token/token-routes.ts';
import { userTokenRoutes } from './token/user-token-routes.ts';
import type { SignIns } from './user/sign-ins.ts';
import { userRoutes } from './user/user-routes.ts';
import { userGroupRoutes } from './user-group/user-group-routes.ts';
import { webSearchRoutes } from './web-search/web-search-routes.ts';

/** Adds every call of the contract to a server, and the pages that describe them. */
export async function registerManagementApi(
  server: FastifyInstance,
  deps: ModuleDeps & { setUp: SetUp },
): Promise<void> {
  const signIn = new SignIn(deps);
  const secondFactor = new SecondFactor(deps);
  const signIns: SignIns = {
    confirm: (userId, password) => signIn.confirm(userId, password),
    endAll: signOutEverywhere,
  };
  const withSignIns = { ...deps, signIns };
  await registerManagementScope(server, {
    authorise: (call, proofs) => authorise(deps, call, proofs),
    log: deps.log,
    routes: [
      siteRoutes(deps),
      sessionRoutes({ ...deps, signIn, secondFactor }),
      ownSessionRoutes(deps),
      accessTokenRoutes(withSignIns),
      secondFactorRoutes({ ...withSignIns, secondFactor }),
      passkeyRoutes(withSignIns),
      confirmationRoutes({ ...withSignIns, secondFactor }),
      registrationRoutes(withSignIns),
      oauthRoutes(withSignIns),
      identityRoutes(withSignIns),
      userRoutes(withSignIns),
      userGroupRoutes(deps),
      tokenRoutes(deps),
      userTokenRoutes(deps),
      invitationRoutes(deps),
      inviteCodeRoutes(deps),
      redemptionRoutes(deps),
      paymentRoutes(deps),
      orderRoutes(deps),
      paymentStatementRoutes(deps),
      invoiceRoutes(deps),
      taskRoutes(deps),
      midjourneyRoutes(deps),
      channelRoutes(deps),
      channelHealthRoutes(deps),
      channelCheckRoutes(deps),
      channelComparisonRoutes(deps),
      channelEditRoutes(deps),
      channelKeyRoutes(deps),
      channelTagRoutes(deps),
      channelTestRoutes(deps),
      priceRoutes(deps),
      priceListRoutes(deps),
      priceVersionRoutes(deps),
      plannedPriceRoutes(deps),
      priceScheduleRoutes(deps),
      modelRoutes(deps),
      modelStatusRoutes(deps),
      logRoutes(deps),
      optionRoutes(deps),
      webSearchRoutes(deps),
      telegramBotRoutes(deps),
      telegramLinkRoutes(deps),
      telegramMenuRoutes(deps),
      notificationRoutes(deps),
      statisticsRoutes(deps),
      settlementRoutes(deps),
      statementRoutes(deps),
      ledgerRoutes(deps),
      jobRoutes(deps),
      refusedCallRoutes(deps),
      quoteRoutes(deps),
      budgetRoutes(deps),
      attentionRoutes(deps),
    ],
  });
  registerPictures(server, deps);
  await registerPaymentCallbacks(server, deps);
  registerApiReference(server);
}
