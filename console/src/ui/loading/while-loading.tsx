import { useEffect } from 'react';
import { onUnreachable } from '../../api/server-watch.ts';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../toast/toast.ts';
import { keepTyping } from './keep-typing.ts';

/**
 * Stands in for a form until it opens: typed keys go into the form's first field. Without a server, a toast says why the
 * form does not open.
 */
export function WhileLoading() {
  // The keyboard and the connection are outside React.
  useEffect(() => {
    keepTyping();
    return onUnreachable(() => showToast('warning', i18n.t('ui:opensLater')));
  }, []);
  return null;
}
