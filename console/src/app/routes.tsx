import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { loadFile } from '../api/load-file.ts';
import { features } from '../features/features.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { type Access, type FeatureScreen, isInPanel } from '../shell/feature.ts';
import { RequireRole, RequireSetUp, RequireUser } from '../shell/guards.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { trackLoading } from '../ui/loading/loading-screens.ts';

const PanelLayout = lazy(() => trackLoading(loadFile(() => import('../shell/panel-layout.tsx'))));

const pages = new Map<FeatureScreen['load'], LazyExoticComponent<ComponentType>>();
for (const { name, screens } of features) {
  for (const { load } of screens) if (!pages.has(load)) pages.set(load, lazyPage(name, load));
}
const screens = features.flatMap((feature) => feature.screens);
const panelScreens = screens.filter(({ path }) => isInPanel(path));
const publicScreens = screens.filter(({ path }) => !isInPanel(path));

/** A page that loads its code and its texts together, when it is first opened. */
function lazyPage(namespace: string, load: FeatureScreen['load']): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    const [module] = await trackLoading(Promise.all([loadFile(load), loadTexts(namespace)]));
    return module;
  });
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RequireSetUp />}>
        <Route element={<PublicLayout />}>
          {publicScreens.map(routeOf)}
          <Route path="*" element={<NotFound home="/" />} />
        </Route>
        <Route path="panel" element={guarded('user', <PanelLayout />)}>
          {panelScreens.map(routeOf)}
          <Route path="*" element={<NotFound home="/panel" />} />
        </Route>
      </Route>
    </Routes>
  );
}

function routeOf({ path, openTo, load }: FeatureScreen): ReactNode {
  const Page = pages.get(load) as ComponentType;
  // The frame of the panel asks for the session already.
  const access = isInPanel(path) && openTo === 'user' ? 'everybody' : openTo;
  return <Route key={path} path={path} element={guarded(access, <Page />)} />;
}

function guarded(openTo: Access, page: ReactNode): ReactNode {
  if (openTo === 'everybody') return page;
  if (openTo === 'user') return <RequireUser>{page}</RequireUser>;
  return <RequireRole needed={openTo}>{page}</RequireRole>;
}
