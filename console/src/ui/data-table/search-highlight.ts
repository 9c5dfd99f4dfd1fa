const NAME = 'search-hit';
/** Marked at most; a page of a list has far fewer. */
const MAX_HITS = 2000;

/** Places of what is searched for in the rows inside an element, whatever their case. */
function hitsOf(element: Element, pattern: RegExp): Range[] {
  const hits: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && hits.length < MAX_HITS; node = walker.nextNode()) {
    // Column heads are not searched.
    if (node.parentElement?.closest('[data-row]') == null) continue;
    for (const { index, 0: found } of (node.textContent ?? '').matchAll(pattern)) {
      const hit = new Range();
      hit.setStart(node, index);
      hit.setEnd(node, index + found.length);
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
  const word = keyword.trim().replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  // Older browsers show the rows without marks.
  if (word === '' || !('highlights' in CSS)) return () => {};
  // Not by lower case on both sides: some letters have another length then, and places would be wrong.
  const pattern = new RegExp(word, 'giu');
  const mark = () => CSS.highlights.set(NAME, new Highlight(...hitsOf(element, pattern)));
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    CSS.highlights.delete(NAME);
  };
}
