import { config } from 'zod';

// Compiling rules at run time needs eval, which the content security policy refuses. Imported by whatever checks.
config({ jitless: true });
