import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  useState,
} from 'react';
import { loadFile } from '../../api/load-file.ts';
import { onUnreachable } from '../../api/server-watch.ts';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../toast/toast.ts';
import { keepTyping } from './keep-typing.ts';
import { loadWhenIdle } from './load-when-idle.ts';

// biome-ignore lint/suspicious/noExplicitAny: what React's own `lazy` takes
type Part = ComponentType<any>;
type Load<P extends Part> = () => Promise<{ default: P }>;

/**
 * A part of a screen whose code is loaded when it is first drawn. Without the server it comes when the server is
 * back; a file that is gone leaves the rest of the page, and what is typed there, as they are.
 */
export function lazyPart<P extends Part>(load: Load<P>): LazyExoticComponent<P> {
  return lazy(() => loadFile(load).catch(leaveOut<P>));
}

/**
 * As `lazyPart`, for what a reader opens: its code comes with its screen, once there is nothing else to do. From then on
 * it is drawn at once.
 * @param onWait called when it is wanted earlier. @returns how to stop
 */
export function lazyDialog<P extends Part>(
  load: Load<P>,
  onWait?: () => () => void,
): (props: ComponentProps<P>) => ReactNode {
  let loaded: P | undefined;
  loadWhenIdle(async () => {
    loaded = (await load()).default;
  });
  const Late = lazy(() =>
    loadFile(load)
      .catch(leaveOut<P>)
      .finally(onWait?.()),
  );
  const choose = () => loaded ?? Late;
  return (props) => createElement(ChosenPart, { choose, props });
}

/** As `lazyDialog`, for what a reader types into at once. */
export const lazyForm = <P extends Part>(load: Load<P>): ((props: ComponentProps<P>) => ReactNode) =>
  lazyDialog(load, waitForForm);

/** Typed keys go into the form's first field. Without a server, a toast says why the form does not open. */
export function waitForForm(): () => void {
  keepTyping();
  return onUnreachable(() => showToast('warning', i18n.t('ui:opensLater')));
}

/** React shows late content up to 0.3 s after its code came; code that is there needs no such wait. */
function ChosenPart({ choose, props }: { choose: () => Part; props: object }) {
  const [Chosen] = useState<Part>(choose);
  return createElement(Chosen, props);
}

function leaveOut<P extends Part>(): { default: P } {
  showToast('error', i18n.t('ui:partMissing'));
  return { default: (() => null) as unknown as P };
}
