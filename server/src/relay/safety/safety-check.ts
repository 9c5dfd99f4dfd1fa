import { GatewayError } from '../../platform/gateway-error.ts';
import { findInTexts } from '../../platform/json/texts-in-json.ts';
import { type ListedWord, WordList } from '../../platform/text/word-list.ts';

/** Members of all dialects whose texts no model reads as text: names, kinds, ids, files and seals. */
const NO_TEXT: ReadonlySet<string> = new Set([
  ...['model', 'role', 'type', 'object', 'id', 'call_id', 'tool_call_id', 'tool_use_id', 'item_id'],
  ...['previous_response_id', 'prompt_cache_key', 'safety_identifier', 'user', 'service_tier'],
  ...['data', 'signature', 'thoughtSignature', 'thought_signature', 'encrypted_content', 'file_id'],
  ...['mime_type', 'mimeType', 'media_type', 'format', 'encoding_format'],
]);
/** Pieces of a long text share at least so much, so that no word is cut in both. */
const MAX_SHARED = 4096;

/** Keeps the list of words that the site does not allow, ready for every call. */
export class SafetyCheck {
  #source: string | null = null;
  #list: Promise<WordList> | null = null;

  /**
   * Looks for listed words in the texts of a request.
   * @param words one per line
   * @throws request.unsafe, with the line and word for administrators
   */
  async assertSafe(body: Buffer, words: string): Promise<void> {
    const list = await this.#listOf(words);
    const shared = Math.min(MAX_SHARED, 2 * list.maxLength);
    const found = await findInTexts(body, { skips: NO_TEXT, find: (text) => list.find(text), shared });
    if (found !== null) throw unsafe(found);
  }

  /** The list is built when it is first asked for and after each change. */
  #listOf(words: string): Promise<WordList> {
    if (this.#list === null || this.#source !== words) {
      this.#source = words;
      this.#list = WordList.build(words);
    }
    return this.#list;
  }
}

const unsafe = ({ word, line }: ListedWord): GatewayError =>
  new GatewayError('request.unsafe', {}, { note: `SafeKeyWords, line ${line}: ${word}` });
