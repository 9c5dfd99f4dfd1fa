export type { BatchResult } from './batch.ts';
export * from './budget-note.ts';
export * from './call.ts';
export * from './calls.ts';
export * from './catalogues/call-ends.ts';
export * from './catalogues/channel-plugins.ts';
export * from './catalogues/charge-rules.ts';
export * from './catalogues/charge-table.ts';
export {
  type ChatLink,
  chatLinkAddress,
  defaultChatLinks,
  MAX_CHAT_LINKS,
  shownChatLinks,
} from './catalogues/chat-links.ts';
export * from './catalogues/currencies.ts';
export * from './catalogues/dialects.ts';
export * from './catalogues/ledger-kinds.ts';
export * from './catalogues/log-types.ts';
export * from './catalogues/model-fallbacks.ts';
export { type ModelOwner, modelOwners } from './catalogues/model-owners.ts';
export * from './catalogues/model-tokens.ts';
export * from './catalogues/notification-kinds.ts';
export * from './catalogues/notification-services.ts';
export * from './catalogues/object-classes.ts';
export * from './catalogues/option-sections.ts';
export * from './catalogues/options.ts';
export * from './catalogues/payment-gateways.ts';
export * from './catalogues/point-amounts.ts';
export * from './catalogues/task-storage.ts';
export * from './catalogues/units.ts';
export * from './catalogues/usage-classes.ts';
export * from './catalogues/web-search.ts';
export * from './channel-edits.ts';
export * from './compare-models.ts';
export * from './csv-call.ts';
export * from './csv-cell.ts';
export { callLimits } from './entities/call-limits.ts';
export { type BalanceCurrency, balanceCurrencies } from './entities/channel-balance.ts';
export * from './entities/channel-key-text.ts';
export { type ParameterPlaceholder, parameterPlaceholders } from './entities/channel-overrides.ts';
export type { BalancesResult, TestsResult } from './entities/channel-run.ts';
export * from './entities/channel-type.ts';
export { logFilterFields, ownLogFilterFields } from './entities/log-filter-fields.ts';
export * from './entities.ts';
export * from './envelope.ts';
export * from './error-catalogue.ts';
export * from './events-call.ts';
export * from './filter-field.ts';
export * from './gateway-note.ts';
export * from './listed-hours.ts';
export * from './page.ts';
export * from './password-rules.ts';
export * from './picture-address.ts';
export * from './points.ts';
export * from './price-jump.ts';
export * from './read-hours.ts';
export * from './refund-points.ts';
export * from './same-price.ts';
export * from './text.ts';
export * from './top-up-price.ts';
export { type TurnstileAction, turnstilePages } from './turnstile.ts';
export * from './vendor-said.ts';
export * from './version.ts';
