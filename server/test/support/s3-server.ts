import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';

export const S3_KEYS = { accessKeyId: 'AKIAEXAMPLE', secretKey: 'a-secret-of-the-bucket' };
const REGION = 'eu-central-1';

/** A bucket that speaks S3. It computes each signature again, checks hashes, and refuses old requests. */
export class S3Server {
  readonly objects = new Map<string, { bytes: Buffer; type: string }>();
  /** Status of every answer; null: its own. */
  refuses: number | null = null;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<S3Server> {
    const server = createServer();
    const bucket = new S3Server(server);
    server.on('request', (request, response) => {
      bucket.#answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return bucket;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/bucket`;
  }

  get settings() {
    return { address: this.address, region: REGION, ...S3_KEYS };
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const refusal = this.refuses ?? (await this.#fault(request, bytes));
    if (refusal !== null) {
      response.writeHead(refusal, { 'content-type': 'application/xml' }).end('<Error/>');
      return;
    }
    const key = (request.url ?? '').slice('/bucket/'.length);
    if (request.method === 'PUT') {
      this.objects.set(key, { bytes, type: String(request.headers['content-type']) });
      response.writeHead(200).end();
      return;
    }
    const object = this.objects.get(key);
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else if (object === undefined) response.writeHead(404).end('<Error/>');
    else {
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const end = to === '' ? object.bytes.length : Number(to) + 1;
      const part = from === '' ? object.bytes : object.bytes.subarray(Number(from), end);
      const range = `bytes ${from}-${end - 1}/${object.bytes.length}`;
      response.writeHead(from === '' ? 200 : 206, {
        ...{ 'content-type': object.type, 'content-length': part.length },
        ...(from !== '' && { 'content-range': range }),
      });
      response.end(part);
    }
  }

  /** @returns the status of a refusal; null for a request that is right */
  async #fault({ method = '', url = '', headers }: IncomingMessage, bytes: Buffer): Promise<number | null> {
    const date = String(headers['x-amz-date']);
    const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return 403;
    const hash = String(headers['x-amz-content-sha256']);
    if (method === 'PUT' && hash !== createHash('sha256').update(bytes).digest('hex')) return 400;
    if (method === 'PUT' && Number(headers['content-length']) !== bytes.length) return 411;
    const signed = /SignedHeaders=([^,]+)/.exec(String(headers.authorization))?.[1]?.split(';') ?? [];
    const own = signed.filter((name) => name !== 'host' && name !== 'x-amz-date');
    const signer = new AwsV4Signer({
      ...{ method, url: `http://${headers.host}${url}`, service: 's3', region: REGION, datetime: date },
      ...{ accessKeyId: S3_KEYS.accessKeyId, secretAccessKey: S3_KEYS.secretKey },
      headers: Object.fromEntries(own.map((name) => [name, String(headers[name])])),
    });
    return headers.authorization === (await signer.authHeader()) ? null : 403;
  }
}
