import { anthropicMessages } from '../dialects/anthropic-messages/anthropic-messages.ts';
import { openAiChat } from '../dialects/openai-chat/openai-chat.ts';
import type { Adapter } from './adapter.ts';
import { anthropicProvider } from './anthropic/anthropic-provider.ts';
import { developerAsSystem } from './developer-as-system.ts';
import {
  bearer,
  chatForm,
  classifyOpenAiError,
  completionsForm,
  embeddingsForm,
  imageEditsForm,
  imagesForm,
  imageVariationsForm,
  moderationsForm,
  openAiModelList,
  realtimeForm,
  rerankForm,
  responsesForms,
  speechForm,
  transcriptionsForm,
  translationsForm,
} from './openai-forms.ts';
import type { Form, ModelList, Provider } from './provider.ts';

/** Operations of a vendor at OpenAI's addresses. */
type Offer =
  | 'chat'
  | 'completions'
  | 'embeddings'
  | 'responses'
  | 'moderations'
  | 'rerank'
  | 'images'
  | 'image-edits'
  | 'image-variations'
  | 'speech'
  | 'transcriptions'
  | 'translations'
  | 'realtime';

const formsOf: Readonly<Record<Offer, readonly Form[]>> = {
  chat: [chatForm],
  completions: [completionsForm],
  embeddings: [embeddingsForm],
  responses: responsesForms.slice(0, 1),
  moderations: [moderationsForm],
  rerank: [rerankForm],
  images: [imagesForm],
  'image-edits': [imageEditsForm],
  'image-variations': [imageVariationsForm],
  speech: [speechForm],
  transcriptions: [transcriptionsForm],
  translations: [translationsForm],
  realtime: [realtimeForm],
};

interface LikeOpenAi extends Omit<Provider, 'headers' | 'forms' | 'modelList'> {
  offers: readonly Offer[];
  /** Operations at those addresses that the vendor shapes otherwise. */
  adapters?: Readonly<Partial<Record<Offer, Adapter>>>;
  /** Stands before its paths in place of `/v1`. */
  version?: string;
  /** Path at which the vendor speaks Anthropic's dialect too; absent where it does not. */
  messagesPath?: string;
  /** See `Form`. */
  readsNoAddresses?: true;
  /** See `Form`; of its chat. */
  takesNoSchemas?: true;
  /** The role `developer` is refused. */
  knowsNoDeveloper?: true;
  /** Code or type of the error of an account that cannot pay, where it is not OpenAI's. */
  outOfCredit?: string;
  headers?: Provider['headers'];
  /** Null where the vendor has no list; absent where it is OpenAI's. */
  modelList?: ModelList | null;
}

/** A vendor whose API is OpenAI's, as far as it goes. */
export function likeOpenAi({
  offers,
  adapters = {},
  version = '/v1',
  messagesPath,
  readsNoAddresses,
  takesNoSchemas,
  knowsNoDeveloper,
  outOfCredit,
  modelList = openAiModelList(version),
  ...provider
}: LikeOpenAi): Provider {
  const forms = offers.flatMap((offer) => {
    const adapter = adapters[offer];
    return adapter === undefined ? formsOf[offer] : formsOf[offer].map((form) => ({ ...form, adapter }));
  });
  return {
    headers: bearer,
    classifyError: withCredit(classifyOpenAiError, outOfCredit),
    ...provider,
    modelList: modelList ?? undefined,
    forms: [
      ...forms.map((form) => ({
        ...form,
        path: version + form.path.slice('/v1'.length),
        ...(form.dialect === openAiChat && {
          ...(takesNoSchemas && { takesNoSchemas }),
          ...(knowsNoDeveloper && { extraEdits: developerAsSystem }),
        }),
      })),
      ...(messagesPath === undefined ? [] : [messagesForm(messagesPath, outOfCredit)]),
    ].map((form) => (readsNoAddresses ? { ...form, readsNoAddresses } : form)),
  };
}

/** Anthropic's dialect at another vendor, which looks for the key in one of two headers. */
export const messagesForm = (path: string, outOfCredit?: string): Form => ({
  dialect: anthropicMessages,
  path,
  passHeaders: ['anthropic-version', 'anthropic-beta'],
  headers: (channel) => ({ ...bearer(channel), ...anthropicProvider.headers(channel) }),
  classifyError: withCredit(anthropicProvider.classifyError, outOfCredit),
});

function withCredit(
  classify: Provider['classifyError'],
  outOfCredit: string | undefined,
): Provider['classifyError'] {
  if (outOfCredit === undefined) return classify;
  return (failure) =>
    failure.code === outOfCredit || failure.type === outOfCredit
      ? 'upstream.out_of_credit'
      : classify?.(failure);
}
