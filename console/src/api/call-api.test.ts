import { tokenCalls, userCalls } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { callApi, listenForNoAnswer, listenForSessionEnd } from './call-api.ts';

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
      code: 'network.offline',
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
