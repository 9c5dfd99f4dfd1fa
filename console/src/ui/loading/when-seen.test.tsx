import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { WhenSeen } from './when-seen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const draw = () =>
  render(
    <WhenSeen height={300}>
      <p>plot</p>
    </WhenSeen>,
  );

it('draws a part when its place comes into view, and keeps it', () => {
  const watched: { show: (isIntersecting: boolean) => void }[] = [];
  const disconnect = vi.fn();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        watched.push({ show: (isIntersecting) => act(() => seen([{ isIntersecting }])) });
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  draw();
  watched[0]?.show(false);
  expect(screen.queryByText('plot')).toBeNull();
  watched[0]?.show(true);
  expect(screen.getByText('plot')).toBeTruthy();
  expect(disconnect).toHaveBeenCalledOnce();
});

it('draws it at once where the browser cannot say what is in view', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  draw();
  expect(screen.getByText('plot')).toBeTruthy();
});
