import { chargeTableOf, siteCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findShownPicture } from '../picture/picture-repository.ts';
import { signInAs } from '../session/sign-in-as.ts';
import type { SetUp } from '../set-up/set-up.ts';
import { siteStatus } from './site-status.ts';

export const siteRoutes = routesFor(siteCalls, (deps: ModuleDeps & { setUp: SetUp }) => {
  const { db, clock, options, setUp, telegramBot } = deps;
  const startTime = clock.nowSeconds();
  return {
    status: async ({ user, origin }) => {
      const logo = await findShownPicture(db, options.text('Logo'));
      const weChatPicture = await findShownPicture(db, options.text('WeChatAccountQRCodeImageURL'));
      return siteStatus(options, {
        ...{ startTime, isSetUp: setUp.isDone, origin, user, logo, weChatPicture },
        telegramBot: telegramBot.username(),
      });
    },
    notice: () => options.text('Notice'),
    about: () => options.text('About'),
    homePage: () => options.text('HomePageContent'),
    charging: () =>
      chargeTableOf({
        ChargeAbandonedInput: options.flag('ChargeAbandonedInput'),
        ChargeBrokenAnswers: options.flag('ChargeBrokenAnswers'),
        ChargeFilteredAnswers: options.flag('ChargeFilteredAnswers'),
        ChargeEmptyAnswers: options.flag('ChargeEmptyAnswers'),
      }).map(({ ending, moment, endedBy, rule }) => ({
        ...{ ending, moment, ended_by: endedBy, charged_by: rule },
      })),
    checkSetUpCode: ({ input, ip }) => setUp.checkCode(input.code, ip),
    setUp: async ({ input, ...facts }) => {
      setUp.checkCode(input.code, facts.ip);
      const root = await setUp.makeRoot(input);
      return signInAs(deps, root, facts);
    },
  };
});
