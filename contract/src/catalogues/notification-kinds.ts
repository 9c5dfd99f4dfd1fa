/** Events that every user may choose; they concern the account itself. */
export const ownNotificationKinds = ['low_balance', 'budget_alert', 'daily_digest'] as const;

/** Events that administrators alone may choose. */
export const siteNotificationKinds = [
  ...(['channel_disabled', 'channel_enabled', 'key_disabled', 'vendor_low_credit'] as const),
  ...(['charges_rejected', 'customer_low_balance', 'prices_changed', 'site_digest'] as const),
] as const;

export const notificationKind = [...ownNotificationKinds, ...siteNotificationKinds] as const;
export type NotificationKind = (typeof notificationKind)[number];

export const isSiteKind = (kind: NotificationKind): boolean =>
  (siteNotificationKinds as readonly string[]).includes(kind);

/** Summaries of the day before, at `DIGEST_HOUR` in the time zone of the target. */
export const digestKinds: readonly NotificationKind[] = ['daily_digest', 'site_digest'];
export const DIGEST_HOUR = 8;
