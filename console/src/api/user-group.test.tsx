import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../ui/test/test-screen.tsx';
import { serve } from '../ui/test/test-server.ts';
import { useGroupName } from './user-group.ts';

const Group = ({ symbol }: { symbol: string }) => <p>{useGroupName()(symbol)}</p>;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the name of a group', () => {
  it.each([
    ['an administrator, who may not use the group', 10, 'Enterprise'],
    ['a user, who does not know it', 1, 'enterprise'],
  ])('as %s reads it', async (_reader, role, shown) => {
    const groups = [
      { symbol: 'default', name: 'Default' },
      { symbol: 'enterprise', name: 'Enterprise' },
    ];
    serve({
      'GET /api/user_group/': { data: { data: groups, total_count: 2, page: 1, size: 100 } },
      'GET /api/user_group_map': { data: { default: groups[0] } },
    });
    await renderPart(
      <>
        <Group symbol="default" />
        <Group symbol="enterprise" />
      </>,
      { self: { id: 1, role } },
    );
    expect(await screen.findByText('Default')).toBeTruthy();
    expect(screen.getByText(shown)).toBeTruthy();
  });
});
