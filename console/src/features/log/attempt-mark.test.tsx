import { cleanup, screen } from '@testing-library/react';
import type { LogView } from '@turnpike/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { AttemptMark } from './attempt-mark.tsx';

const attempt = { channel_id: 3, status: 200, code: '', duration_ms: 80 };
const rowWith = (count: number) =>
  ({ metadata: { attempts: Array.from({ length: count }, () => attempt) } }) as unknown as LogView;

describe('the mark of a call that was tried again', () => {
  afterEach(cleanup);

  it.each([
    [0, null],
    [1, null],
    [2, '2 attempts'],
  ])('with %s attempts is %s', async (count, text) => {
    await loadTexts('log');
    await renderPart(
      <p data-testid="row">
        <AttemptMark row={rowWith(count)} />
      </p>,
    );
    expect((await screen.findByTestId('row')).textContent).toBe(text ?? '');
  });
});
