import 'i18next';
import type api from '../api/locales/zh_CN.ts';
import type about from '../features/about/locales/zh_CN.ts';
import type analytics from '../features/analytics/locales/zh_CN.ts';
import type channelKey from '../features/channel/channel-key/locales/zh_CN.ts';
import type channel from '../features/channel/locales/zh_CN.ts';
import type dashboard from '../features/dashboard/locales/zh_CN.ts';
import type home from '../features/home/locales/zh_CN.ts';
import type jump from '../features/jump/locales/zh_CN.ts';
import type log from '../features/log/locales/zh_CN.ts';
import type modelOwner from '../features/model-owner/locales/zh_CN.ts';
import type modelPrice from '../features/model-price/locales/zh_CN.ts';
import type playground from '../features/playground/locales/zh_CN.ts';
import type pricing from '../features/pricing/locales/zh_CN.ts';
import type priceChange from '../features/pricing/price-change/locales/zh_CN.ts';
import type profile from '../features/profile/locales/zh_CN.ts';
import type session from '../features/session/locales/zh_CN.ts';
import type setUp from '../features/set-up/locales/zh_CN.ts';
import type setting from '../features/setting/locales/zh_CN.ts';
import type statement from '../features/statement/locales/zh_CN.ts';
import type token from '../features/token/locales/zh_CN.ts';
import type user from '../features/user/locales/zh_CN.ts';
import type userGroup from '../features/user-group/locales/zh_CN.ts';
import type shell from '../shell/locales/zh_CN.ts';
import type palette from '../shell/palette/locales/zh_CN.ts';
import type charging from '../ui/charging/locales/zh_CN.ts';
import type chart from '../ui/chart/locales/zh_CN.ts';
import type ui from '../ui/locales/zh_CN.ts';
import type modelFacts from '../ui/model-facts/locales/zh_CN.ts';
import type price from '../ui/price/locales/zh_CN.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    keySeparator: false;
    resources: {
      about: typeof about;
      analytics: typeof analytics;
      api: typeof api;
      channel: typeof channel;
      'channel-key': typeof channelKey;
      charging: typeof charging;
      chart: typeof chart;
      dashboard: typeof dashboard;
      home: typeof home;
      jump: typeof jump;
      log: typeof log;
      statement: typeof statement;
      palette: typeof palette;
      'model-facts': typeof modelFacts;
      'model-price': typeof modelPrice;
      playground: typeof playground;
      price: typeof price;
      'price-change': typeof priceChange;
      pricing: typeof pricing;
      profile: typeof profile;
      session: typeof session;
      'set-up': typeof setUp;
      shell: typeof shell;
      setting: typeof setting;
      token: typeof token;
      ui: typeof ui;
      'model-owner': typeof modelOwner;
      user: typeof user;
      'user-group': typeof userGroup;
    };
  }
}
