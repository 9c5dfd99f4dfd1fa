/** Brings a fresh clone to the point where everything else can run. */
import { installDependencies } from './npm-install.mjs';
import { findPinnedNode } from './pinned-node.mjs';
import { rootDir } from './preparation.mjs';

/**
 * Makes sure that dependencies are installed, and says which Node runs the product.
 * @returns {Promise<{ nodePath: string }>}
 */
export async function prepare() {
  await installDependencies(rootDir);
  return { nodePath: findPinnedNode(rootDir) };
}
