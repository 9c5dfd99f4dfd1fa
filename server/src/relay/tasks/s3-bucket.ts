import { createReadStream } from 'node:fs';
import type { Clock } from '../../platform/clock.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { UpstreamClient, UpstreamRequest } from '../../platform/net/upstream-client.ts';

/** A bucket that speaks Amazon's S3, at the address that root has set. */
export interface BucketSettings {
  /** Objects lie below it. */
  address: string;
  region: string;
  accessKeyId: string;
  secretKey: string;
}

/** A file to be stored. */
export interface StoredObject {
  path: string;
  bytes: number;
  /** SHA-256, hex. */
  hash: string;
  type: string;
}

/** A bucket begins its answer within this; a file on its way to it takes longer. */
const ANSWER_MS = 10_000;
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/**
 * Stores, reads and deletes objects of a bucket.
 * Source: Amazon S3 API reference, "PutObject", "GetObject", "DeleteObject", and "Authenticating Requests (AWS
 * Signature Version 4)"; Alibaba Cloud OSS, "Use AWS SDKs to access OSS", checked 2026-11.
 */
export class S3Bucket {
  readonly #settings: BucketSettings;
  readonly #upstreams: UpstreamClient;
  readonly #clock: Pick<Clock, 'nowSeconds'>;

  constructor(
    settings: BucketSettings,
    needs: { upstreams: UpstreamClient; clock: Pick<Clock, 'nowSeconds'> },
  ) {
    this.#settings = settings;
    this.#upstreams = needs.upstreams;
    this.#clock = needs.clock;
  }

  /** @throws if the bucket does not take it */
  async put(key: string, { path, bytes, hash, type }: StoredObject, breakOff: BreakOff): Promise<void> {
    const body = { bytes, pieces: () => createReadStream(path, { highWaterMark: 256 * 1024 }) };
    const sent = { method: 'PUT', key, hash, body, headers: { 'content-type': type } } as const;
    const answer = await this.#send(sent, breakOff);
    answer.cancel();
    if (answer.status < 200 || answer.status > 299) throw new Error(`the bucket answers ${answer.status}`);
  }

  /** @param range as a reader asks for it; null: all */
  get(
    key: string,
    { range, breakOff }: { range: string | null; breakOff: BreakOff },
  ): Promise<UpstreamAnswer> {
    const headers: Record<string, string> = range === null ? {} : { range };
    return this.#ask({ method: 'GET', key, headers }, breakOff);
  }

  /** @throws if the bucket does not answer; an object that is not there is deleted */
  async remove(key: string): Promise<void> {
    const answer = await this.#ask({ method: 'DELETE', key, headers: {} }, new BreakOff());
    answer.cancel();
    if (answer.status > 299 && answer.status !== 404) throw new Error(`the bucket answers ${answer.status}`);
  }

  /** Sends a request without a body, whose answer begins soon or never. */
  async #ask(
    asked: { method: 'GET' | 'DELETE'; key: string; headers: Record<string, string> },
    breakOff: BreakOff,
  ): Promise<UpstreamAnswer> {
    const limited = new BreakOff();
    breakOff.onBreak(() => limited.break());
    const timer = setTimeout(() => limited.break(), ANSWER_MS);
    try {
      return await this.#send({ ...asked, hash: UNSIGNED, body: null }, limited);
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(
    {
      method,
      key,
      hash,
      body,
      headers,
    }: Pick<UpstreamRequest, 'method' | 'body'> & {
      key: string;
      hash: string;
      headers: Record<string, string>;
    },
    breakOff: BreakOff,
  ): Promise<UpstreamAnswer> {
    const { address, region, accessKeyId, secretKey } = this.#settings;
    const url = new URL(`${address.replace(/\/+$/, '')}/${key}`);
    // Loaded with the first object.
    const { AwsV4Signer } = await import('aws4fetch');
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, service: 's3', region, accessKeyId, secretAccessKey: secretKey },
      headers: { ...headers, 'x-amz-content-sha256': hash },
      datetime: new Date(this.#clock.nowSeconds() * 1000).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    const authorization = await signer.authHeader();
    const sent = { ...headers, authorization, 'x-amz-date': signer.datetime, 'x-amz-content-sha256': hash };
    return this.#upstreams.send(
      {
        ...{ origin: url.origin, path: url.pathname + url.search, method, body },
        headers: Object.entries(sent).flat(),
        allowPrivateNetwork: true,
      },
      breakOff,
    );
  }
}
