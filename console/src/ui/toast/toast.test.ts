import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { setSessionState } from '../../api/session-state.ts';
import { startI18n } from '../../i18n/i18n.ts';
import { showErrorToast, toastQueue } from './toast.ts';

const noSession = new ApiError({ code: 'session.required', status: 401, requestId: 'req_1' });
const shown = () => toastQueue.shown().map(({ message }) => message);

describe('a call without a session', () => {
  beforeAll(() => startI18n('en_US'));
  afterEach(() => {
    setSessionState('alive');
    for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
  });

  it('is not told by a toast where the dialog to sign in again says so', () => {
    setSessionState('ended');
    showErrorToast(noSession);
    expect(shown()).toEqual([]);
    showErrorToast(new ApiError({ code: 'request.timeout', status: 408 }));
    expect(shown()).toHaveLength(1);
  });

  it('is told where there is no such dialog', () => {
    showErrorToast(noSession);
    expect(shown()).toEqual(['Your session has ended. Sign in again.']);
  });
});
