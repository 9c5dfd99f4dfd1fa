import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { findPinnedNode } from './pinned-node.mjs';
import { rootDir } from './preparation.mjs';

describe('the Node that runs the product', () => {
  it('is the one that package-lock.json pins', () => {
    expect(findPinnedNode(rootDir)).toMatch(
      /node_modules\/node-(bin-)?(linux|darwin)-(x64|arm64)\/bin\/node$/,
    );
  });

  it('is this one where the pinned one is not to be had', () => {
    const said = vi.spyOn(console, 'log').mockReturnValue();
    expect(findPinnedNode(tmpdir())).toBe(process.execPath);
    expect(said.mock.lastCall?.[0]).toMatch(/is not installed; going on with this machine's Node/);
  });
});
