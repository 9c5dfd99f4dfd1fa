import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test-screen.tsx';
import { serve } from '../../ui/test-server.ts';
import OpenPrice from './open-price.tsx';

async function openNew() {
  const onClose = vi.fn();
  const asked = serve({
    'GET /api/prices': { data: [] },
    'GET /api/prices/model_list': { data: ['fresh'] },
    'GET /api/model_ownedby/': { data: [{ id: 1, name: 'OpenAI', icon: '' }] },
    'POST /api/prices/multiple': { data: null },
  });
  await renderPart(<OpenPrice open="new" view="single" onClose={onClose} />);
  await screen.findByRole('dialog');
  return { onClose, sent: () => asked.filter(({ call }) => call.startsWith('POST')) };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const chooseOwner = async () => {
  await screen.findByRole('option', { name: 'OpenAI' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'OpenAI');
};
const create = () => userEvent.click(screen.getByRole('button', { name: 'Set price' }));

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a new price', () => {
  it('begins without figures, and closes without a question while nothing is typed', async () => {
    const { onClose } = await openNew();

    expect([field('Input').value, field('Output').value]).toEqual(['', '']);
    await userEvent.keyboard('{Escape}');

    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is not sent before its owner is chosen', async () => {
    const { sent } = await openNew();
    await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), 'fresh{Enter}');
    await userEvent.type(field('Input'), '3');
    await userEvent.type(field('Output'), '6');
    await create();

    expect(await screen.findByText('Choose whose model it is.')).toBeTruthy();
    expect(sent()).toEqual([]);

    await chooseOwner();
    await create();
    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ price: { channel_type: 1 } });
  });

  it('is not sent while a figure is missing, because a forgotten one must not make a model free', async () => {
    const { sent } = await openNew();
    await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), 'fresh{Enter}');
    await chooseOwner();
    await userEvent.type(field('Input'), '3');
    await create();

    expect((await screen.findAllByText('Enter a number.')).length, 'the output only').toBe(1);
    expect(sent()).toEqual([]);

    await userEvent.type(field('Output'), '6');
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ models: ['fresh'], price: { input: 1.5, output: 3 } });
  });

  it('can be typed in yuan', async () => {
    const { sent } = await openNew();
    await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), 'fresh{Enter}');
    await chooseOwner();
    await userEvent.click(screen.getByRole('button', { name: 'CN¥' }));
    await userEvent.type(field('Input'), '14');
    await userEvent.type(field('Output'), '3.5');
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ price: { input: 1, output: 0.25 } });
    await userEvent.click(screen.getByRole('button', { name: '$' }));
  });

  it('needs no output when a call has one price', async () => {
    const { sent } = await openNew();
    await userEvent.type(screen.getByRole('combobox', { name: 'Models' }), 'fresh{Enter}');
    await chooseOwner();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Charged' }), 'per call');
    await userEvent.type(field('A call'), '0.1');
    await create();

    await vi.waitFor(() => expect(sent().length).toBe(1));
    expect(sent()[0]?.body).toMatchObject({ price: { type: 'times', output: 0 } });
  });
});
