import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The parts of a feature's description that the tests of screens read; the type is `Feature` of the console's shell. */
interface DescribedFeature {
  screens: readonly { path: string; openTo: 'everybody' | 'user' | 'admin' | 'root' }[];
  canCreate?: true;
}

// By its address: a plain import would check the whole console with the settings of these tests.
const file = pathToFileURL(join(import.meta.dirname, '../../console/src/features/features.ts')).href;

export const features: readonly DescribedFeature[] = (await import(file)).features;
