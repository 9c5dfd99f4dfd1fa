import { aboutFeature } from '../features/about/about-feature.ts';
import { homeFeature } from '../features/home/home-feature.ts';
import { modelPriceFeature } from '../features/model-price/model-price-feature.ts';
import { playgroundFeature } from '../features/playground/playground-feature.ts';
import { type Feature, isInPanel, type Title } from './feature.ts';

export interface PublicLink {
  title: Title;
  to: string;
}

/** Console or sign-in. */
export interface PublicEntry {
  to: '/panel' | '/login';
  label: string;
}

/** Where visitors can go; the playground only with an account. */
export function publicLinks(isSignedIn: boolean): readonly PublicLink[] {
  const linked = isSignedIn
    ? [homeFeature, playgroundFeature, modelPriceFeature, aboutFeature]
    : [homeFeature, modelPriceFeature, aboutFeature];
  return linked.flatMap(linksOf);
}

const linksOf = ({ title, screens }: Feature): PublicLink[] =>
  screens
    .filter(({ path }) => !isInPanel(path))
    .map((screen) => ({ title: screen.title ?? title, to: screen.path }));
