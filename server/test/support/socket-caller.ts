import { vi } from 'vitest';
import { WebSocket } from 'ws';

/** A caller of a session who notes what it hears. */
export class SocketCaller<Message> {
  readonly heard: Message[] = [];
  readonly frames: ('text' | 'binary')[] = [];
  readonly socket: WebSocket;
  closed: { code: number; reason: string } | null = null;
  /** Status of an HTTP answer in place of a socket. */
  status = 0;
  body = '';

  constructor(
    url: string,
    { headers, protocols = [] }: { headers: Record<string, string>; protocols?: string[] },
  ) {
    this.socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, { headers });
    this.socket.on('message', (data, isBinary) => {
      this.frames.push(isBinary ? 'binary' : 'text');
      this.heard.push(JSON.parse(String(data)));
    });
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
    this.socket.on('error', () => {});
    this.socket.on('unexpected-response', (_request, response) => {
      this.status = response.statusCode ?? 0;
      response.on('data', (piece) => {
        this.body += String(piece);
      });
    });
  }

  say(message: Message | string): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    if (this.socket.readyState === WebSocket.CONNECTING)
      this.socket.once('open', () => this.socket.send(text));
    else this.socket.send(text);
  }

  /** Waits for one of what it hears, the last of so many. */
  async hearsOne(isMeant: (message: Message) => boolean, times = 1): Promise<Message> {
    return vi.waitFor(() => {
      const found = this.heard.filter(isMeant)[times - 1];
      if (found !== undefined) return found;
      throw new Error(`heard ${JSON.stringify(this.heard).slice(0, 1000)}; ${JSON.stringify(this.closed)}`);
    });
  }

  async ends(): Promise<{ code: number; reason: string }> {
    return vi.waitFor(() => {
      if (this.closed === null) throw new Error('still open');
      return this.closed;
    });
  }
}
