/** The text of a cell that its width cuts off; undefined when all of it is in sight. */
export function cutTextOf(cell: HTMLElement): string | undefined {
  const cut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].filter(isCut);
  const outer = cut.filter((element) => !cut.some((other) => other !== element && other.contains(element)));
  // biome-ignore lint/performance/useDomNodeTextContent: the title of a picture is content, and is not to be read here
  const text = outer.map((element) => element.innerText.trim()).join('\n');
  return text === '' ? undefined : text;
}

/** Text for screen readers is a pixel wide, and does not count as cut. */
const isCut = (element: HTMLElement): boolean =>
  element.clientWidth > 1 &&
  element.scrollWidth > element.clientWidth &&
  getComputedStyle(element).overflowX !== 'visible';
