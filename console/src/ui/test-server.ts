import { vi } from 'vitest';

interface Answer {
  data?: unknown;
  /** Of the catalogue; an answer with one is a failure. */
  code?: string;
  status?: number;
  /** What a refused form is told. */
  fields?: { field: string; code: string }[];
}

/** What a part of the console asked for, reads left out. */
export interface Asked {
  call: string;
  /** What stands behind the question mark, if anything. */
  query?: string;
  body: unknown;
}

/**
 * Plays the server for a part of the console.
 * @param answers by method and path, `PUT /api/user/self`; anything else is answered 404
 */
export function serve(answers: Readonly<Record<string, Answer | (() => Answer)>>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const [path, query = ''] = address.split('?', 2);
    const call = `${method} ${path}`;
    if (method !== 'GET') {
      asked.push({ call, ...(query !== '' && { query }), body: body ? JSON.parse(String(body)) : null });
    }
    const given = answers[call] ?? { status: 404, code: 'request.not_found' };
    const {
      data = null,
      code,
      fields,
      status = code ? 400 : 200,
    } = typeof given === 'function' ? given() : given;
    return Response.json(
      { success: !code, message: '', data, code, fields, request_id: 'req_1' },
      { status },
    );
  });
  return asked;
}
