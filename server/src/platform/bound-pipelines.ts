import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** More requests than any client sends before it reads an answer. */
const MAX_WAITING = 100;
const waiting = Symbol('requests of a connection that wait for their answers');

/**
 * Ends connections that send request after request without reading the answers. The parser hands over all requests of
 * a network read in one turn, and their answers pile up: one caller without a key held everybody up for seconds.
 */
export function boundPipelines(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response) => {
    const socket: Socket & { [waiting]?: number } = request.socket;
    const count = (socket[waiting] ?? 0) + 1;
    socket[waiting] = count;
    if (count > MAX_WAITING) socket.destroy();
    response.once('close', () => {
      socket[waiting] = (socket[waiting] ?? 1) - 1;
    });
  });
}
