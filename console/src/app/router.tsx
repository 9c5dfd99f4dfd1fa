import { role } from '@turnpike/contract';
import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { loadTexts } from '../i18n/i18n.ts';
import { RequireRole, RequireSetUp, RequireUser } from '../shell/guards.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { ScreenError } from '../shell/screen-error.tsx';

type ScreenModule = Promise<{ default: ComponentType }>;

/** A screen that loads its code and its texts when it is opened. */
function screen(
  namespace: string,
  load: () => ScreenModule,
  wrap: (page: ReactNode) => ReactNode = (page) => page,
) {
  return {
    errorElement: <ScreenError />,
    lazy: async () => {
      const [{ default: Page }] = await Promise.all([load(), loadTexts(namespace)]);
      return { element: wrap(<Page />) };
    },
  };
}

const forUsers = (page: ReactNode) => <RequireUser>{page}</RequireUser>;
const forAdmins = (page: ReactNode) => <RequireRole minimum={role.admin}>{page}</RequireRole>;

const dashboard = screen('dashboard', () => import('../features/dashboard/dashboard-page.tsx'));
const playground = () => import('../features/playground/playground-page.tsx');

const panelRoutes: RouteObject[] = [
  { index: true, ...dashboard },
  { path: 'dashboard', ...dashboard },
  { path: 'playground', ...screen('playground', playground) },
  { path: 'token', ...screen('token', () => import('../features/token/token-page.tsx')) },
  { path: 'channel', ...screen('channel', () => import('../features/channel/channel-page.tsx'), forAdmins) },
  { path: 'log', ...screen('log', () => import('../features/log/log-page.tsx')) },
  { path: '*', element: <NotFound home="/panel" /> },
];

export const router = createBrowserRouter([
  {
    element: <RequireSetUp />,
    errorElement: <ScreenError />,
    HydrateFallback: () => null,
    children: [
      {
        element: <PublicLayout />,
        children: [
          { index: true, ...screen('home', () => import('../features/home/home-page.tsx')) },
          { path: 'login', ...screen('session', () => import('../features/session/sign-in-page.tsx')) },
          { path: 'setup', ...screen('set-up', () => import('../features/set-up/set-up-page.tsx')) },
          { path: 'playground', ...screen('playground', playground, forUsers) },
          { path: '*', element: <NotFound home="/" /> },
        ],
      },
      {
        path: 'panel',
        lazy: async () => {
          const { PanelLayout } = await import('../shell/panel-layout.tsx');
          return { element: forUsers(<PanelLayout />) };
        },
        children: panelRoutes,
      },
    ],
  },
]);
