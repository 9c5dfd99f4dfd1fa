import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import PlaygroundPage from './playground-page.tsx';

/** A call of the relay, as a test reads it; files of forms stay files. */
export interface SentCall {
  path: string;
  method: string;
  headers: Headers;
  body: Record<string, unknown>;
  signal: AbortSignal | null;
}

type Answer = Response | Promise<Response>;

interface PlayedGateway {
  models: readonly string[];
  /** Answers to calls of the relay, by path; `path` alone or with its method before it. */
  answers?: Readonly<Record<string, (call: SentCall) => Answer>>;
  address: string;
  role?: number;
}

const envelope = (data: unknown): Response => Response.json({ success: true, message: '', data });

/** Answers of the relay have an id, by which the log row is found. */
export const relayJson = (body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { headers: { 'x-request-id': 'req_1', ...headers } });

/** A refusal of the relay. */
export const refusal = (status: number, { code, param }: { code: string; param?: string }): Response =>
  Response.json(
    { error: { message: 'refused', type: 'invalid_request_error', param: param ?? null, code: null } },
    { status, headers: { 'x-error-code': code, 'x-request-id': 'req_9' } },
  );

/** Opens a tab of the playground with a played gateway. @returns calls of the relay that were sent */
export async function openTab({
  models,
  answers = {},
  address,
  role = 1,
}: PlayedGateway): Promise<SentCall[]> {
  const sent: SentCall[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers, signal }: RequestInit = {}) => {
    const [path = ''] = url.split('?', 1);
    if (path === '/v1/models') return Response.json({ data: models.map((id) => ({ id })) });
    if (path === '/api/token/playground') return envelope({ id: 7, key: 'sk-1' });
    if (path === '/api/available_model') return envelope({});
    if (path === '/api/quote')
      return envelope({ likely: 500, most: 15_000, input_tokens: 9, output_tokens: 240 });
    if (path === '/api/log/self') return envelope({ data: [logRow], total_count: 1, page: 1, size: 1 });
    const call: SentCall = {
      ...{ path, method, headers: new Headers(headers), signal: signal ?? null },
      body: body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body ?? '{}')),
    };
    const answer = answers[path] ?? answers[`${method} ${path}`];
    if (answer !== undefined) {
      sent.push(call);
      return answer(call);
    }
    return envelope({ data: [{ name: 'sys_playground' }], total_count: 1, page: 1, size: 1 });
  });
  await renderPart(
    <>
      <PlaygroundPage />
      <ToastHost />
    </>,
    { self: { id: 1, role }, address },
  );
  await screen.findByRole('form', {}, { timeout: 15_000 });
  return sent;
}

const logRow = { request_id: 'req_1', prompt_tokens: 0, completion_tokens: 0, quota: 20_000 };

/** The field that takes a file of the form in sight. */
export const fileField = (label: string): HTMLInputElement =>
  screen.getByRole('group', { name: label }).querySelector('input[type=file]') as HTMLInputElement;
