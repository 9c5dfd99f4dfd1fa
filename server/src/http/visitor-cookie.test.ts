import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { visitorCookie } from './visitor-cookie.ts';

function visit(visitor: string | undefined) {
  const set: [string, string, Record<string, unknown>][] = [];
  const request = { cookies: { visitor }, protocol: 'https' } as unknown as FastifyRequest;
  const reply = { setCookie: (...given: (typeof set)[number]) => set.push(given) };
  return { cookie: visitorCookie(request, reply as unknown as FastifyReply), set };
}

it('names a browser once, and sends the name with the answer alone', () => {
  const first = visit(undefined);
  expect(first.cookie.value).toBeUndefined();
  expect(first.set).toEqual([]);
  const value = first.cookie.keep();
  expect(first.cookie.keep()).toBe(value);
  expect(first.set[0]).toEqual([
    'visitor',
    value,
    { path: '/api', httpOnly: true, sameSite: 'strict', maxAge: 3600, secure: true },
  ]);

  const again = visit(value);
  expect(again.cookie.value).toBe(value);
  expect(again.cookie.keep()).toBe(value);
});

it.each(['', 'short', `${'x'.repeat(42)} `, 'x'.repeat(44), 'x'.repeat(5000)])(
  'takes no value of another form: %s',
  (value) => {
    const { cookie } = visit(value);
    expect(cookie.value).toBeUndefined();
    expect(cookie.keep()).not.toBe(value);
  },
);
