import { EventStreamCodec } from '@smithy/eventstream-codec';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
);

/** One message of a stream as Amazon's servers divide it. */
export const awsFrame = (headers: Readonly<Record<string, string>>, body: string | Buffer = ''): Buffer =>
  Buffer.from(
    codec.encode({
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }]),
      ),
      body: Buffer.from(body),
    }),
  );

const eventHeaders = (type: string) => ({
  ':event-type': type,
  ':content-type': 'application/json',
  ':message-type': 'event',
});

/** Events of Converse, as recordings have them: `{"messageStart": {…}}` each. */
export const converseFrames = (events: readonly string[]): Buffer =>
  Buffer.concat(
    events.flatMap((event) =>
      Object.entries(JSON.parse(event) as Record<string, unknown>).map(([type, said]) =>
        awsFrame(eventHeaders(type), JSON.stringify(said)),
      ),
    ),
  );

/** Events of Anthropic's, as Bedrock packs them. */
export const messageFrames = (events: readonly string[]): Buffer =>
  Buffer.concat(
    events.map((event) =>
      awsFrame(
        eventHeaders('chunk'),
        JSON.stringify({ bytes: Buffer.from(event).toString('base64'), p: 'abcdef' }),
      ),
    ),
  );

export const exceptionFrame = (type: string, message: string): Buffer =>
  awsFrame(
    { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' },
    JSON.stringify({ message }),
  );
