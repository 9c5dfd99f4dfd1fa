import { type Call, calls } from '@turnpike/contract';
import { vi } from 'vitest';
import { z } from 'zod';

export interface Answer {
  data?: unknown;
  /** Members next to `data`. */
  beside?: object;
  /** Code of the catalogue; an answer with one is a failure. */
  code?: string;
  status?: number;
  /** The server's own sentence. */
  message?: string;
  /** Members of `confirmation.required`. */
  action?: string;
  proof?: string;
  /** Faults of a refused form. */
  fields?: { field: string; code: string }[];
}

/** A request of the console, reads excluded. */
export interface Asked {
  call: string;
  /** The query string, if any. */
  query?: string;
  body: unknown;
  /** The header `If-Match`, where it was sent. */
  ifMatch?: string;
}

/**
 * Plays the server for a part of the console.
 * @param answers by method and path, `PUT /api/user/self`; anything else is answered 404
 */
export function serve(answers: Readonly<Record<string, Answer | (() => Answer | Promise<Answer>)>>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const [path, query = ''] = address.split('?', 2);
    const call = `${method} ${path}`;
    const unknown = unknownParameter(call, address);
    if (unknown !== undefined) throw new Error(`${call} takes no parameter ${unknown}`);
    const ifMatch = new Headers(headers).get('if-match');
    if (method !== 'GET')
      asked.push({
        call,
        ...(query !== '' && { query }),
        body: body ? JSON.parse(String(body)) : null,
        ...(ifMatch !== null && { ifMatch }),
      });
    const given = answers[call] ?? { status: 404, code: 'request.not_found' };
    const {
      data = null,
      beside,
      code,
      message = '',
      fields,
      action,
      proof,
      status = code ? 400 : 200,
    } = typeof given === 'function' ? await given() : given;
    const answer = {
      success: !code,
      message,
      data,
      code,
      fields,
      action,
      proof,
      request_id: 'req_1',
      ...beside,
    };
    return Response.json(answer, { status });
  });
  return asked;
}

const declaredCalls = Object.values(calls).flatMap((group) => Object.values<Call>(group));

/** The server refuses what a call does not declare. */
function unknownParameter(asked: string, address: string): string | undefined {
  // As in the server, a path that is written out goes before one with a parameter.
  const declared =
    declaredCalls.find(({ method, path }) => `${method} ${path}` === asked) ??
    declaredCalls.find(({ method, path }) => {
      const pattern = path.replace(/:\w+/g, '[^/]+').replace('*', '.+');
      return new RegExp(`^${method} ${pattern}$`).test(asked);
    });
  const known = declared?.query instanceof z.ZodObject ? Object.keys(declared.query.shape) : [];
  const names = new URL(address, 'http://gateway.test').searchParams.keys();
  return declared === undefined ? undefined : [...names].find((name) => !known.includes(name));
}
