import { configure } from '@testing-library/react';

// A search may take seconds on a busy machine. A test that never finds its element still fails.
configure({ asyncUtilTimeout: 15_000 });
