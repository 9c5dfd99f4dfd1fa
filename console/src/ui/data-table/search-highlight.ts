const NAME = 'search-hit';
/** Marked at most; a page of a list has far fewer. */
const MOST_HITS = 2000;

/** Places of a word inside an element's text, whatever its case. */
function hitsOf(element: Element, word: string): Range[] {
  const hits: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && hits.length < MOST_HITS; node = walker.nextNode()) {
    const text = (node.textContent ?? '').toLowerCase();
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
      const hit = new Range();
      hit.setStart(node, at);
      hit.setEnd(node, at + word.length);
      hits.push(hit);
    }
  }
  return hits;
}

/**
 * Marks a searched word in an element, also in what comes into it later, without touching what drew it.
 * @returns ends it
 */
export function highlightSearch(element: Element, keyword: string): () => void {
  const word = keyword.trim().toLowerCase();
  // Older browsers show the rows without marks.
  if (word === '' || !('highlights' in CSS)) return () => {};
  const mark = () => CSS.highlights.set(NAME, new Highlight(...hitsOf(element, word)));
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    CSS.highlights.delete(NAME);
  };
}
