import { aboutFeature } from '../features/about/about-feature.ts';
import { homeFeature } from '../features/home/home-feature.ts';
import { modelPriceFeature } from '../features/model-price/model-price-feature.ts';
import { modelStatusFeature } from '../features/model-status/model-status-feature.ts';
import { playgroundFeature } from '../features/playground/playground-feature.ts';
import { type Feature, isInPanel, type SiteFlags, type Title } from './feature.ts';
import { isOnSite } from './navigation.ts';

export interface PublicLink {
  title: Title;
  to: string;
}

/** Console or sign-in. */
export interface PublicEntry {
  to: '/panel' | '/login';
  label: string;
}

/** Where visitors can go; the playground only with an account, and what the site has turned on. */
export function publicLinks(isSignedIn: boolean, site?: Partial<SiteFlags>): readonly PublicLink[] {
  const linked = isSignedIn
    ? [homeFeature, playgroundFeature, modelPriceFeature, modelStatusFeature, aboutFeature]
    : [homeFeature, modelPriceFeature, modelStatusFeature, aboutFeature];
  return linked.filter((feature) => isOnSite(feature, site)).flatMap(linksOf);
}

const linksOf = ({ title, screens }: Feature): PublicLink[] =>
  screens
    .filter(({ path }) => !isInPanel(path))
    .map((screen) => ({ title: screen.title ?? title, to: screen.path }));
