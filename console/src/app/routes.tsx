import { type ComponentType, lazy, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { loadFile } from '../api/load-file.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { RequireRole, RequireSetUp, RequireUser } from '../shell/guards.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { trackLoading } from '../ui/loading/loading-screens.ts';

/** A screen that loads its code and its texts together, when it is first opened. */
function screen(namespace: string, load: () => Promise<{ default: ComponentType }>) {
  return lazy(async () => {
    const [module] = await trackLoading(Promise.all([loadFile(load), loadTexts(namespace)]));
    return module;
  });
}

const PanelLayout = lazy(() => trackLoading(loadFile(() => import('../shell/panel-layout.tsx'))));
const Home = screen('home', () => import('../features/home/home-page.tsx'));
const About = screen('about', () => import('../features/about/about-page.tsx'));
const Jump = screen('jump', () => import('../features/jump/jump-page.tsx'));
const SignIn = screen('session', () => import('../features/session/sign-in-page.tsx'));
const SetUp = screen('set-up', () => import('../features/set-up/set-up-page.tsx'));
const Dashboard = screen('dashboard', () => import('../features/dashboard/dashboard-page.tsx'));
const Analytics = screen('analytics', () => import('../features/analytics/analytics-page.tsx'));
const Playground = screen('playground', () => import('../features/playground/playground-page.tsx'));
const Pricing = screen('pricing', () => import('../features/pricing/pricing-page.tsx'));
const Setting = screen('setting', () => import('../features/setting/setting-page.tsx'));
const Token = screen('token', () => import('../features/token/token-page.tsx'));
const Channel = screen('channel', () => import('../features/channel/channel-page.tsx'));
const Profile = screen('profile', () => import('../features/profile/profile-page.tsx'));
const User = screen('user', () => import('../features/user/user-page.tsx'));
const UserGroup = screen('user-group', () => import('../features/user-group/user-group-page.tsx'));
const ModelOwner = screen('model-owner', () => import('../features/model-owner/model-owner-page.tsx'));
const ModelPrice = screen('model-price', () => import('../features/model-price/model-price-page.tsx'));
const PublicPrice = screen('model-price', () => import('../features/model-price/public-price-page.tsx'));
const Statement = screen('statement', () => import('../features/statement/statement-page.tsx'));
const Log = screen('log', () => import('../features/log/log-page.tsx'));

const forUsers = (page: ReactNode) => <RequireUser>{page}</RequireUser>;
const forAdmins = (page: ReactNode) => <RequireRole needed="admin">{page}</RequireRole>;

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RequireSetUp />}>
        <Route element={<PublicLayout />}>
          <Route index element={<Home />} />
          <Route path="about" element={<About />} />
          <Route path="jump" element={<Jump />} />
          <Route path="login" element={<SignIn />} />
          <Route path="price" element={<PublicPrice />} />
          <Route path="setup" element={<SetUp />} />
          <Route path="playground" element={forUsers(<Playground />)} />
          <Route path="*" element={<NotFound home="/" />} />
        </Route>
        <Route path="panel" element={forUsers(<PanelLayout />)}>
          <Route index element={<Dashboard />} />
          <Route path="dashboard" element={<Dashboard />} />
          <Route path="analytics" element={forAdmins(<Analytics />)} />
          <Route path="playground" element={<Playground />} />
          <Route path="token" element={<Token />} />
          <Route path="channel" element={forAdmins(<Channel />)} />
          <Route path="profile" element={<Profile />} />
          <Route path="pricing" element={forAdmins(<Pricing />)} />
          <Route path="setting" element={forAdmins(<Setting />)} />
          <Route path="user" element={forAdmins(<User />)} />
          <Route path="user_group" element={forAdmins(<UserGroup />)} />
          <Route path="model_ownedby" element={forAdmins(<ModelOwner />)} />
          <Route path="model_price" element={<ModelPrice />} />
          <Route path="statement" element={<Statement />} />
          <Route path="log" element={<Log />} />
          <Route path="*" element={<NotFound home="/panel" />} />
        </Route>
      </Route>
    </Routes>
  );
}
