/** The parts of undici that the gateway calls with; the package declares their types at its index only. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}

declare module 'undici/lib/core/socks5-client.js' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  export class Socks5Client extends EventEmitter<{
    error: [Error];
    authenticated: [];
    connected: [{ address: string; port: number }];
    close: [];
  }> {
    constructor(socket: Socket, options?: { username?: string; password?: string });
    handshake(): void;
    connect(address: string, port: number): void;
  }
}
