import { useMutation } from '@tanstack/react-query';
import { userCalls } from '@turnpike/contract';
import { callApi } from '../api/call-api.ts';
import { tellOtherTabs } from '../api/session-news.ts';
import { forgetAllDrafts } from '../ui/form/draft-store.ts';

/**
 * Key under which one-hub keeps an account's data in the browser.
 * Source: docs/reference/compatibility.md, "Stored keys".
 */
const FORMER_USER = 'user';

/** Takes the address of the page to open afterwards; the home page unless given. */
export function useSignOut() {
  return useMutation({
    mutationFn: (_address?: string) => callApi(userCalls.logout, {}),
    onSuccess: (_, address = '/') => {
      tellOtherTabs('ended');
      forgetAllDrafts();
      try {
        localStorage.removeItem(FORMER_USER);
      } catch {
        // Nothing is kept there then.
      }
      // A fresh page: nothing that this account saw stays in memory.
      window.location.assign(address);
    },
  });
}
