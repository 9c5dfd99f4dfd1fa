import type {
  BalanceCurrency,
  ChannelPlugin,
  ChannelTypeView,
  CustomDialect,
  ErrorCode,
  KeyPart,
  OtherMeaning,
} from '@turnpike/contract';
import type { DialectName } from '../dialects/call-facts.ts';
import type { UpstreamDialect } from '../dialects/dialect.ts';
import type { ConversionReport } from '../dialects/neutral/conversion-report.ts';
import type { UpstreamFailure } from '../dialects/upstream-failure.ts';
import type { Edit } from '../platform/json/splice.ts';
import type { IncomingMessage } from '../platform/net/http-messages.ts';
import type { UpstreamAnswer } from '../platform/net/upstream-answer.ts';
import type { Adapter } from './adapter.ts';
import type { Framing } from './framing.ts';
import type { KeyParts, ProviderChannel } from './provider-channel.ts';
import type { Signer } from './signer.ts';
import type { ProviderTasks } from './task-form.ts';

export type { KeyParts, ProviderChannel } from './provider-channel.ts';

/** How a vendor's key is written. */
export interface KeyFormat {
  /** Its parts, separated by `|`; absent if it is one text. */
  parts?: readonly KeyPart[];
  /** Other ways to write it, each of another number of parts. */
  orParts?: readonly (readonly KeyPart[])[];
  /** Reads a key that is written otherwise, as a file is; null where it is none. */
  reads?(text: string): KeyParts | null;
  /** Shown in the form, never taken. */
  example: string;
  /** Where the owner of an account finds its keys; empty where there is no such page. */
  site: string;
  /** A server of one's own may ask for none. */
  isOptional?: true;
}

/** Facts for the last changes of a request. */
export interface FinalCall {
  /** Headers of the caller. */
  headers: IncomingMessage['headers'];
  /** Receives the omissions and approximations. */
  report: ConversionReport;
}

/** One operation as a vendor offers it. */
export interface Form {
  dialect: UpstreamDialect;
  /** Upstream models that the vendor does not offer in this form. */
  except?: RegExp;
  /** The only upstream models that it offers in this form; absent where it offers all. */
  only?: RegExp;
  /**
   * Path after the base URL; `{model}` stands for the upstream model, `{other}` and the name of a part of the key in braces
   * for the channel's.
   */
  path: string;
  /** How a path names a model; absent where it is the name, percent-encoded. */
  modelPath?(upstreamModel: string): string;
  /** Path of a streamed answer where it is another one. */
  streamPath?: string | undefined;
  /** How a streamed answer is divided where it is no server-sent stream. */
  framing?: Framing;
  /** Headers of the caller that the upstream gets, in lower case. */
  passHeaders?: readonly string[];
  /** How the vendor shapes the operation where it is not as the dialect says it; never of a conversation. */
  adapter?: Adapter;
  /** Pictures, files and sound that a caller names by their addresses are sent as bytes: the vendor reads no addresses. */
  readsNoAddresses?: true;
  /** The vendor refuses a schema for the answer. A converted request puts it into the instructions. */
  takesNoSchemas?: true;
  /** Further edits of a caller's bytes, in addition to those of its dialect. */
  extraEdits?(body: Buffer): Promise<Edit[]>;
  /** Edits of the final body, whether the caller or the gateway wrote it. @throws request.invalid */
  finalEdits?(body: Buffer, call: FinalCall): Promise<Edit[]>;
  /** Header that names the kind of an error which its body leaves out. */
  errorTypeHeader?: string;
  /** The vendor holds a conversation between calls (`thread` of Messages) and refuses one that it does not know. */
  keepsThreads?: true;
  /** Member by which the vendor's models bound an answer; absent where it is the dialect's first. */
  limitMember?: string;
  /** The entry of a channel's `dialects` that offers this form; absent if it is always offered. */
  needs?: CustomDialect;
  /** In place of the provider's own, where it speaks as several vendors do. */
  headers?(channel: ProviderChannel): Record<string, string>;
  /** In place of the provider's own, as `headers`. */
  classifyError?: ClassifyError | undefined;
  /** In place of the provider's own, as `headers`. */
  modelList?: ModelList | undefined;
}

/** Where a vendor lists its models, asked by `GET` with the key. */
export interface ModelList {
  /** After the base URL, as the path of a form. */
  path: string;
  /** @returns null where the answer is no list */
  read(body: unknown): string[] | null;
}

/** The address of a vendor's account balance, read by `GET` with the key. */
export interface Balance {
  /** After the base URL, which stands without the version that it may end with. */
  path: string;
  /** A second address that `read` needs, as `path`; absent if one answer is enough. */
  furtherPath?: string;
  currency: BalanceCurrency;
  /** Currency of accounts at other addresses of the vendor, by origin. */
  currencyAt?: Readonly<Record<string, BalanceCurrency>>;
  /**
   * @returns null if the answer has no balance. The caller checks the number. A currency in the answer overrides the
   *   provider's
   * @param further answer of `furtherPath`
   */
  read(body: unknown, further?: unknown): { amount: string | number; currency?: string } | null;
}

export const servesModel = ({ except, only }: Form, upstreamModel: string): boolean =>
  except?.test(upstreamModel) !== true && only?.test(upstreamModel) !== false;

/** Undefined keeps the default reading of the HTTP status. */
type ClassifyError = (failure: UpstreamFailure) => ErrorCode | undefined;

/** Settings of a channel in addition to address and key. */
export interface ProviderPlugin {
  parameters: ChannelTypeView['plugin'];
  /** The form of a channel that sets them; null where it switches it off. */
  apply(form: Form, set: ChannelPlugin): Form | null;
}

/** All that the product knows of one vendor. */
export interface Provider {
  /** Number stored in a channel's `type`. Source: docs/reference/compatibility.md, "Channel types". */
  typeId: number;
  /** In kebab-case. */
  name: string;
  /** As the vendor writes itself. */
  label: string;
  /**
   * Address used where the channel names none; empty where it must name one. `{other}` and the name of a part of the key in
   * braces stand for the channel's.
   */
  baseUrl: string;
  /** Null where calls need none. */
  key: KeyFormat | null;
  /** A further value that the vendor needs; absent if none. */
  other?: { means: OtherMeaning; example: string; default: string };
  /** Absent where there is nothing. */
  plugin?: ProviderPlugin;
  /** Models to begin with: current ones, the first of them for most purposes. */
  models: readonly string[];
  /** A cheap one. */
  testModel: string;
  /** Dialects that a channel's `dialects` may name; absent where the vendor speaks as the forms say. */
  dialects?: readonly CustomDialect[];
  headers(channel: ProviderChannel): Record<string, string>;
  /** Where headers that stay the same are not enough. */
  signs?: Signer;
  /** See `ProviderChannel`. */
  places?(channel: ProviderChannel): Record<string, string>;
  forms: readonly Form[];
  classifyError?: ClassifyError | undefined;
  /** Absent where the vendor has none that lists what a channel may name. */
  modelList?: ModelList | undefined;
  /** Absent where a key cannot ask for it. */
  balance?: Balance;
  /**
   * Where the vendor keeps files, batches and the like that are OpenAI's: `{rest}` stands for what follows the version.
   * Absent where it keeps none.
   */
  keeps?: string;
  /** Absent where the vendor makes no tasks. */
  tasks?: ProviderTasks;
  /** Answers by itself instead of calling an upstream. */
  answerLocally?(request: { dialect: DialectName; body: Buffer }): UpstreamAnswer;
}

/** @returns null where the text is not made of the parts that the format names */
export function readKey(format: KeyFormat | null, text: string): KeyParts | null {
  if (text === '') return {};
  if (format?.reads !== undefined) return format.reads(text);
  const parts = format?.parts ?? ['key'];
  const values = parts.length === 1 ? [text] : text.split('|').map((value) => value.trim());
  const names = [parts, ...(format?.orParts ?? [])].find(({ length }) => length === values.length);
  if (names === undefined || values.includes('')) return null;
  return Object.fromEntries(names.map((name, at) => [name, values[at] as string]));
}

/** Puts a channel's own values in the place of their names in braces; the model's name stays open. */
export function fillPlaces(text: string, { keyParts, other, places = {} }: ProviderChannel): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = places[name] ?? (name === 'other' ? other : keyParts[name as KeyPart]);
    return value === undefined ? place : encodeURIComponent(value);
  });
}

/**
 * The catalogue's code for an upstream's error.
 * Which of them lets another channel be tried: docs/reference/errors.md.
 */
export function classifyFailure(
  provider: Pick<Provider, 'classifyError'>,
  form: Pick<Form, 'classifyError'>,
  failure: UpstreamFailure,
): ErrorCode {
  const classify = form.classifyError ?? provider.classifyError;
  const classified = classify?.(failure);
  if (classified !== undefined) return classified;
  if (isOfAnother(failure)) return 'upstream.bad_request';
  return isModerated(failure) ? 'upstream.content_filter' : classifyStatus(failure.status);
}

/** Some vendors refuse content with the status of a wrong key, such as OpenRouter and xAI. */
const isModerated = ({ status, message }: UpstreamFailure): boolean =>
  status === 403 && MODERATED.test(message);
const MODERATED = /\b(?:flagged|moderation|usage guidelines|content policy|violates)\b/i;

/** A 404 usually means the model, but may mean an object that the request names, which no other channel has. */
const isOfAnother = ({ status, param, message }: UpstreamFailure): boolean =>
  status === 404 && param !== 'model' && NOT_FOUND.some((words) => words.test(message));
const NOT_FOUND = [
  /^(?:the )?(?:items?|(?:previous )?response|conversation|file|container|vector store|prompt|tool|audio|image)s?\b(?!.*\bmodel\b).*\b(?:not found|not exist|no longer|expired)/is,
  /^no such (?:item|response|conversation|file|container|vector store|prompt|tool)\b(?!.*\bmodel\b)/is,
  /^error (?:while )?(?:downloading|retrieving)\b/i,
];

/** The code of an HTTP status of an upstream. */
export function classifyStatus(status: number): ErrorCode {
  switch (status) {
    case 400:
      return 'upstream.bad_request';
    case 401:
    case 403:
      return 'upstream.key_refused';
    case 402:
      return 'upstream.out_of_credit';
    case 404:
      return 'upstream.model_missing';
    case 413:
      return 'upstream.too_large';
    case 422:
      return 'upstream.unprocessable';
    case 429:
      return 'upstream.rate_limited';
    case 408:
    case 504:
    case 524:
      return 'upstream.timeout';
    case 503:
    case 529:
      return 'upstream.overloaded';
    default:
      return 'upstream.error';
  }
}
