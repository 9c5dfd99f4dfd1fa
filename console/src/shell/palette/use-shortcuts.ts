import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSiteStatus } from '../../api/site-status.ts';
import { keepTyping } from '../../ui/loading/keep-typing.ts';
import { useStored } from '../../ui/page/use-stored.ts';
import { featuresFor, findNavigationTrail, isOpenTo, pathOf } from '../navigation.ts';

/** How long the letter after `g` may take. */
const SECOND_KEY_MS = 1500;

/** Whether keys without Ctrl are shortcuts. Users of speech input, or with accidental key presses, turn it off. */
export function useShortcutChoice(): [boolean, (isOn: boolean) => void] {
  const [stored, setStored] = useStored('shortcuts', 'on');
  const setOn = useCallback((isOn: boolean) => setStored(isOn ? 'on' : 'off'), [setStored]);
  return [stored !== 'off', setOn];
}

interface ShortcutDeps {
  roleNumber: number;
  onPalette: () => void;
  onHelp: () => void;
}

/** Listens to the whole page; typing in a field and open dialogs are left alone. */
export function useShortcuts({ roleNumber, onPalette, onHelp }: ShortcutDeps): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const site = useSiteStatus();
  const [isOn] = useShortcutChoice();
  const goUntilMs = useRef(0);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (!isOn || isCommand || event.altKey || event.repeat || event.defaultPrevented || isBusy(event))
        return;
      const isSecondKey = event.timeStamp <= goUntilMs.current;
      goUntilMs.current = 0;
      if (isSecondKey) {
        const feature = featuresFor(roleNumber, site).find(({ shortcut }) => shortcut === event.key);
        if (feature) navigate(pathOf(feature));
      } else if (event.key === 'g') {
        goUntilMs.current = event.timeStamp + SECOND_KEY_MS;
      } else if (event.key === '?') {
        onHelp();
      } else if (event.key === 'n') {
        const here = findNavigationTrail(pathname)?.feature;
        // Before the letter can reach the field that gets the focus.
        event.preventDefault();
        if (here?.canCreate && isOpenTo(here, roleNumber)) {
          keepTyping();
          navigate(`${pathOf(here)}?open=new`);
        }
      }
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [navigate, pathname, isOn, roleNumber, site, onPalette, onHelp]);
}

function isBusy({ target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
  return Boolean(isField) || document.querySelector('[role=dialog], [role=menu]') !== null;
}
