import { type CustomDialect, channelTypes, type ErrorCode } from '@turnpike/contract';
import type { DialectName } from '../dialects/call-facts.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { UpstreamFailure } from '../dialects/upstream-failure.ts';
import type { UpstreamAnswer } from '../platform/upstream-answer.ts';

/** A channel as a provider sees it. */
export interface ProviderChannel {
  channelKey: string;
  baseUrl: string;
}

/** One operation as a vendor offers it. */
export interface Form {
  dialect: Dialect;
  /** Upstream models that the vendor does not offer in this form. */
  except?: RegExp;
  /** The only upstream models that it offers in this form; absent where it offers all. */
  only?: RegExp;
  /** Path after the base URL; `{model}` stands for the upstream model. */
  path: string;
  /** How a path names a model; absent where it is the name, percent-encoded. */
  modelPath?(upstreamModel: string): string;
  /** Path of a streamed answer where it is another one. */
  streamPath?: string;
  /** Headers of the caller that the upstream gets, in lower case. */
  passHeaders?: readonly string[];
  /** Member by which the vendor's models bound an answer; absent where it is the dialect's first. */
  limitMember?: string;
  /** What a channel's `dialects` must name for it; absent where the form is always there. */
  needs?: CustomDialect;
  /** In place of the provider's own, where it speaks as several vendors do. */
  headers?(channel: ProviderChannel): Record<string, string>;
  /** In place of the provider's own, as `headers`. */
  classifyError?: ClassifyError | undefined;
}

export const servesModel = ({ except, only }: Form, upstreamModel: string): boolean =>
  except?.test(upstreamModel) !== true && only?.test(upstreamModel) !== false;

/** Undefined keeps the default reading of the HTTP status. */
type ClassifyError = (failure: UpstreamFailure) => ErrorCode | undefined;

/** What one vendor does in its own way. */
export interface ProviderDescription {
  /** Name in the catalogue of channel types. */
  channelType: string;
  headers(channel: ProviderChannel): Record<string, string>;
  forms: readonly Form[];
  classifyError?: ClassifyError | undefined;
  /** Answers by itself instead of calling an upstream. */
  answerLocally?(request: { dialect: DialectName; body: Buffer }): UpstreamAnswer;
}

export interface Provider extends ProviderDescription {
  typeId: number;
  baseUrl: string;
}

/** @throws when the catalogue has no such channel type */
export function defineProvider(description: ProviderDescription): Provider {
  const type = channelTypes.find(({ name }) => name === description.channelType);
  if (type === undefined) throw new Error(`no channel type ${description.channelType} in the catalogue`);
  return { ...description, typeId: type.id, baseUrl: type.baseUrl };
}

/**
 * The catalogue's code for an upstream's error.
 * Which of them lets another channel be tried: docs/reference/errors.md.
 */
export function classifyFailure(
  provider: ProviderDescription,
  form: Pick<Form, 'classifyError'>,
  failure: UpstreamFailure,
): ErrorCode {
  const classify = form.classifyError ?? provider.classifyError;
  return classify?.(failure) ?? classifyStatus(failure.status);
}

function classifyStatus(status: number): ErrorCode {
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
    default:
      return 'upstream.error';
  }
}
