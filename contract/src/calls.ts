import { budgetCalls } from './entities/budget.ts';
import { channelCalls } from './entities/channel.ts';
import { channelKeyCalls } from './entities/channel-key.ts';
import { channelTagCalls } from './entities/channel-tag.ts';
import { ledgerCalls } from './entities/ledger.ts';
import { logCalls } from './entities/log.ts';
import { modelCalls } from './entities/model.ts';
import { optionCalls } from './entities/option.ts';
import { plannedPriceCalls } from './entities/planned-price.ts';
import { priceCalls } from './entities/price.ts';
import { priceListCalls } from './entities/price-list.ts';
import { priceScheduleCalls } from './entities/price-schedule.ts';
import { priceVersionCalls } from './entities/price-version.ts';
import { quoteCalls } from './entities/quote.ts';
import { refusedCallCalls } from './entities/refused-call.ts';
import { sessionCalls } from './entities/session.ts';
import { settlementCalls } from './entities/settlement.ts';
import { siteCalls } from './entities/site.ts';
import { statementCalls } from './entities/statement.ts';
import { statisticsCalls } from './entities/statistics.ts';
import { tokenCalls } from './entities/token.ts';
import { userCalls } from './entities/user.ts';
import { userGroupCalls } from './entities/user-group.ts';

/** Every call of the management API, by entity. */
export const calls = {
  site: siteCalls,
  session: sessionCalls,
  user: userCalls,
  userGroup: userGroupCalls,
  token: tokenCalls,
  channel: channelCalls,
  channelKey: channelKeyCalls,
  channelTag: channelTagCalls,
  price: priceCalls,
  priceList: priceListCalls,
  priceVersion: priceVersionCalls,
  plannedPrice: plannedPriceCalls,
  priceSchedule: priceScheduleCalls,
  model: modelCalls,
  log: logCalls,
  option: optionCalls,
  statistics: statisticsCalls,
  settlement: settlementCalls,
  statement: statementCalls,
  ledger: ledgerCalls,
  quote: quoteCalls,
  refusedCall: refusedCallCalls,
  budget: budgetCalls,
};
