import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    task: typeof texts;
  }
}

export const taskFeature: Feature = {
  name: 'task',
  title: { zh_CN: '异步任务', zh_HK: '非同步任務', en_US: 'Tasks', ja_JP: 'タスク' },
  screens: [{ path: '/panel/task', openTo: 'user', load: () => import('./task-page.tsx') }],
};
