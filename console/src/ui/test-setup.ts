import { configure } from '@testing-library/react';

// What is looked for may take seconds on a busy machine; a test that never finds it fails all the same.
configure({ asyncUtilTimeout: 15_000 });
