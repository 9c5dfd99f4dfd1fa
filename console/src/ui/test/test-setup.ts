import { TextDecoderStream } from 'node:stream/web';
import { BroadcastChannel } from 'node:worker_threads';
import { configure } from '@testing-library/react';

// A search may take seconds on a busy machine. A test that never finds its element still fails.
configure({ asyncUtilTimeout: 15_000 });

// The context of a test file has the globals of happy-dom, which lacks these.
Object.assign(globalThis, { BroadcastChannel, TextDecoderStream });
