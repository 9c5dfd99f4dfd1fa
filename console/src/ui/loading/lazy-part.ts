import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadFile } from '../../api/load-file.ts';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../toast/toast.ts';

// biome-ignore lint/suspicious/noExplicitAny: what React's own `lazy` takes
type Part = ComponentType<any>;

/**
 * A heavy part of a screen, such as a chart, whose code is loaded when it is first drawn. Without the server it comes
 * when the server is back; a file that is gone leaves the rest of the page, and what is typed there, as they are.
 */
export function lazyPart<P extends Part>(load: () => Promise<{ default: P }>): LazyExoticComponent<P> {
  return lazy(() => loadFile(load).catch(leaveOut<P>));
}

function leaveOut<P extends Part>(): { default: P } {
  showToast('error', i18n.t('ui:partMissing'));
  return { default: (() => null) as unknown as P };
}
