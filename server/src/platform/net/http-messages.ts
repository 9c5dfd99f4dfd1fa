/** The runtime's HTTP messages, named here so that a second runtime has one place to differ in. */
export type { IncomingMessage, ServerResponse } from 'node:http';
