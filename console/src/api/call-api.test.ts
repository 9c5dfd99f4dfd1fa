import { tokenCalls, userCalls } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import type { ApiError } from './api-error.ts';
import { callApi, listenForNoAnswer, listenForSessionEnd } from './call-api.ts';
import { errorText } from './error-text.ts';

function serverAnswers(status: number, body: unknown) {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text, { status, headers: { 'x-request-id': 'from-header' } });
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call was answered'),
    (error: unknown) => error as ApiError,
  );

afterEach(() => vi.unstubAllGlobals());

describe('callApi', () => {
  it('fills the path, leaves empty query values out, and answers the data', async () => {
    const fetched = serverAnswers(200, { success: true, message: '', data: { data: [], total_count: 0 } });

    const page = await callApi(tokenCalls.list, { query: { page: 2, keyword: '' } });
    await callApi(tokenCalls.remove, { params: { id: 7 } });

    expect(page).toEqual({ data: [], total_count: 0 });
    expect(fetched.mock.calls.map(([address, init]) => [init.method, address])).toEqual([
      ['GET', '/api/token/?page=2'],
      ['DELETE', '/api/token/7'],
    ]);
  });

  it('throws the catalogue code, the request id and the wrong fields', async () => {
    serverAnswers(400, {
      success: false,
      message: 'The request is not valid.',
      code: 'request.invalid',
      request_id: 'r-1',
      fields: [{ field: 'name', code: 'required' }],
    });

    const error = await failureOf(callApi(tokenCalls.get, { params: { id: 1 } }));

    expect(error).toMatchObject({
      code: 'request.invalid',
      status: 400,
      requestId: 'r-1',
      fields: [{ field: 'name', code: 'required' }],
    });
  });

  it('tells that the session has ended, and nothing of the sort for a wrong password', async () => {
    const onEnd = vi.fn();
    listenForSessionEnd(onEnd);

    serverAnswers(401, { success: false, message: '', code: 'session.wrong_credentials' });
    await failureOf(callApi(userCalls.login, { input: { username: 'a', password: 'b' } }));
    expect(onEnd).not.toHaveBeenCalled();

    serverAnswers(401, { success: false, message: '', code: 'session.required' });
    await failureOf(callApi(userCalls.self, {}));
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it.each([
    [405, 'This address does not take this method (405).'],
    [413, 'The request is too large for the server or a proxy (413).'],
    [429, 'Too many requests (429). Wait a moment.'],
    [500, 'The server failed (500). Try again, or ask the administrator.'],
    [502, 'A proxy gets no answer from the server (502). Try again in a moment.'],
    [503, 'A proxy gets no answer from the server (503). Try again in a moment.'],
    [504, 'A proxy gets no answer from the server (504). Try again in a moment.'],
    [418, 'The response could not be read. A proxy may have replaced it.'],
  ])('says what a proxy means by %i, as a page or as JSON of its own', async (status, text) => {
    await startI18n('en_US');
    for (const body of ['<html>proxy</html>', { error: 'proxy' }]) {
      serverAnswers(status, body);
      const error = await failureOf(callApi(userCalls.self, {}));
      expect(error.status).toBe(status);
      expect(errorText(error)).toBe(text);
    }
  });

  it('names an answer that is not ours, and a server that is away, which it tells', async () => {
    const onNoAnswer = vi.fn();
    listenForNoAnswer(onNoAnswer);
    serverAnswers(404, '<html>Not found</html>');
    expect(await failureOf(callApi(userCalls.self, {}))).toMatchObject({
      code: 'network.unreadable',
      status: 404,
      requestId: 'from-header',
    });
    expect(onNoAnswer).not.toHaveBeenCalled();

    serverAnswers(502, '<html>Bad gateway</html>');
    expect(await failureOf(callApi(userCalls.self, {}))).toMatchObject({
      code: 'network.gateway',
      status: 502,
      requestId: 'from-header',
    });
    expect(onNoAnswer).toHaveBeenCalledTimes(1);

    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
    expect(await failureOf(callApi(userCalls.self, {}))).toMatchObject({
      code: 'network.offline',
      status: 0,
    });
    expect(onNoAnswer).toHaveBeenCalledTimes(2);
  });
});
