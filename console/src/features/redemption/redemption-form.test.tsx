import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../ui/test/test-server.ts';
import { RedemptionForm } from './redemption-form.tsx';

const saved: { name: string; lines: string[] }[] = [];
vi.mock('../../ui/action/save-file.ts', () => ({
  saveFile: (name: string, text: string) => saved.push({ name, lines: text.trimEnd().split('\n') }),
}));

const CREATE = 'POST /api/redemption/';
/** Answers with so many codes as a request asks for. */
const codes = (count: number, from = 0): Answer => ({
  data: Array.from({ length: count }, (_, index) => `CODE-${from + index}`),
});

async function openForm(answers: (Answer | (() => Promise<Answer>))[]) {
  const left = [...answers];
  const sent = serve({
    'GET /api/user_group/': { data: { data: [], page: 1, size: 100, total_count: 0 } },
    [CREATE]: () => {
      const next = left.shift() ?? { status: 500, code: 'gateway.internal' };
      return typeof next === 'function' ? next() : next;
    },
  });
  const onClose = vi.fn();
  const onMade = vi.fn();
  await renderPart(
    <Suspense>
      <RedemptionForm id="new" onClose={onClose} onMade={onMade} />
    </Suspense>,
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Spring');
  return { sent, onClose, onMade };
}

async function make(count: string) {
  const field = screen.getByRole('spinbutton', { name: 'Number of codes' });
  await userEvent.clear(field);
  await userEvent.type(field, count);
  await userEvent.click(screen.getByRole('button', { name: 'Create codes' }));
}
const countsOf = (sent: { body: unknown }[]) => sent.map(({ body }) => (body as { count: number }).count);

beforeEach(() => saved.splice(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the form of new codes', () => {
  it('hands over a single code without a file', async () => {
    const { sent, onClose, onMade } = await openForm([codes(1)]);
    await make('1');

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent[0]?.body).toEqual({
      ...{ name: 'Spring', quota: 500_000, count: 1, max_uses: 1, expires_at: 0, group: '' },
    });
    expect(onMade).toHaveBeenCalledWith({ name: 'Spring', code: 'CODE-0' });
    expect(saved).toEqual([]);
  });

  it('makes more than a request can with several, into one file', async () => {
    const { sent, onClose } = await openForm([codes(1000), codes(1000, 1000), codes(500, 2000)]);
    await make('2500');

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(countsOf(sent)).toEqual([1000, 1000, 500]);
    expect(saved).toHaveLength(1);
    expect(saved[0]?.name).toBe('Spring.txt');
    expect(new Set(saved[0]?.lines).size).toBe(2500);
  });

  it('keeps the codes that were made when it is stopped', async () => {
    const { sent, onClose } = await openForm([
      async () => {
        await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
        return codes(1000);
      },
      codes(1000, 1000),
    ]);
    await make('3000');

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(countsOf(sent)).toEqual([1000]);
    expect(saved[0]?.lines).toHaveLength(1000);
  });

  it('keeps the codes that were made before a request failed', async () => {
    const { sent, onClose } = await openForm([codes(1000)]);
    await make('2000');

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(countsOf(sent)).toEqual([1000, 1000]);
    expect(saved[0]?.lines).toHaveLength(1000);
  });

  it('makes at most 100 000', async () => {
    const { sent } = await openForm([]);
    await make('100001');
    const field = screen.getByRole('spinbutton', { name: 'Number of codes' });
    await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(sent).toEqual([]);
  });
});
