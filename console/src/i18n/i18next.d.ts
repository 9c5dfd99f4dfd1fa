import 'i18next';
import type api from '../api/locales/zh_CN.ts';
import type channelCheck from '../features/channel/channel-check/locales/zh_CN.ts';
import type channelComparison from '../features/channel/channel-comparison/locales/zh_CN.ts';
import type channelEdit from '../features/channel/channel-edit/locales/zh_CN.ts';
import type channelKey from '../features/channel/channel-key/locales/zh_CN.ts';
import type siteOverview from '../features/dashboard/site-overview/locales/zh_CN.ts';
import type priceChange from '../features/pricing/price-change/locales/zh_CN.ts';
import type shell from '../shell/locales/zh_CN.ts';
import type palette from '../shell/palette/locales/zh_CN.ts';
import type charging from '../ui/charging/locales/zh_CN.ts';
import type chart from '../ui/chart/locales/zh_CN.ts';
import type explain from '../ui/explain/locales/zh_CN.ts';
import type invitation from '../ui/invitation/locales/zh_CN.ts';
import type ui from '../ui/locales/zh_CN.ts';
import type modelFacts from '../ui/model-facts/locales/zh_CN.ts';
import type price from '../ui/price/locales/zh_CN.ts';
import type taskParts from '../ui/task-parts/locales/zh_CN.ts';
import type turnstile from '../ui/turnstile/locales/zh_CN.ts';
import type { Texts } from './texts.ts';

/** Texts that belong to no single feature, or to a part of one. */
interface SharedTexts {
  api: typeof api;
  'channel-check': typeof channelCheck;
  'channel-comparison': typeof channelComparison;
  'channel-edit': typeof channelEdit;
  'channel-key': typeof channelKey;
  charging: typeof charging;
  explain: typeof explain;
  chart: typeof chart;
  invitation: typeof invitation;
  'model-facts': typeof modelFacts;
  palette: typeof palette;
  price: typeof price;
  'price-change': typeof priceChange;
  shell: typeof shell;
  'site-overview': typeof siteOverview;
  'task-parts': typeof taskParts;
  turnstile: typeof turnstile;
  ui: typeof ui;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    keySeparator: false;
    resources: Texts & SharedTexts;
  }
}
