import { cutTextOf } from './cut-text.ts';

const CELL = 'th[data-column], td:not([data-stick="box"], [data-stick="last"])';
const CONTROL = 'a, button, input, label';
const HOVER_MS = 300;
const LEAVE_MS = 100;
const PRESS_MS = 450;
/** A finger that moves so far pushes the page. */
const PRESS_PX = 10;

export interface ShownTip {
  anchor: HTMLElement;
  text: string;
}

/**
 * Decides when the whole text of a cell is shown: while the mouse rests on it, and while it or its control has the focus.
 * A long touch shows it too, as does a tap that opens nothing. It works on the elements themselves, because the user of
 * the table draws the cells.
 */
export class CellTipWatch {
  readonly #id: string;
  readonly #show: (tip: ShownTip | null) => void;
  #shown: { cell: HTMLElement; described: HTMLElement | undefined } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #press: { x: number; y: number } | undefined;
  /** The finger was answered already: its click opens nothing. */
  #isAnswered = false;

  /** @param id of the tip, which describes what has the focus */
  constructor(id: string, show: (tip: ShownTip | null) => void) {
    this.#id = id;
    this.#show = show;
  }

  /** @returns what ends it */
  attach(list: HTMLElement): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
      capture = false,
    ) => list.addEventListener(name, listener, { signal, capture });
    on('pointerover', (event) => event.pointerType === 'mouse' && this.#rest(cellOf(event.target)));
    on('pointerleave', (event) => event.pointerType === 'mouse' && this.#rest(undefined));
    on('focusin', (event) => this.#onFocus(event.target as HTMLElement));
    on('focusout', () => this.#hide());
    on('pointerdown', (event) => this.#onPress(event));
    on('pointermove', (event) => this.#isPushed(event) && this.#endPress());
    on('pointerup', () => this.#endPress());
    on('pointercancel', () => this.#endPress());
    on('contextmenu', (event) => this.#isAnswered && event.preventDefault());
    on('click', (event) => this.#onClick(event), true);
    // Moved away by the mouse's wheel or a finger; what has the focus takes its tip along.
    on('scroll', () => this.#shown?.described ?? this.#hide(), true);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#hide(), { signal });
    document.addEventListener('pointerdown', ({ target }) => this.#isElsewhere(target) && this.#hide(), {
      signal,
      capture: true,
    });
    const observer = new MutationObserver(() => this.#shown?.cell.isConnected === false && this.#hide());
    observer.observe(list, { childList: true, subtree: true });
    // The focus or the mouse was here before.
    if (list.contains(document.activeElement)) this.#onFocus(document.activeElement as HTMLElement);
    else this.#rest(cellOf([...list.querySelectorAll(':hover')].at(-1) ?? null));
    return () => {
      stop.abort();
      observer.disconnect();
      this.#hide();
    };
  }

  /** The mouse came to the tip itself: it stays. */
  stay = (): void => clearTimeout(this.#timer);

  leave = (): void => this.#rest(undefined);

  #rest(cell: HTMLElement | undefined): void {
    clearTimeout(this.#timer);
    if (cell === this.#shown?.cell) return;
    if (cell !== undefined) this.#timer = setTimeout(() => this.#open(cell), HOVER_MS);
    else if (this.#shown?.described === undefined) this.#timer = setTimeout(() => this.#hide(), LEAVE_MS);
  }

  #onFocus(target: HTMLElement): void {
    const cell = cellOf(target);
    if (cell !== undefined && target.matches(':focus-visible')) this.#open(cell, target);
  }

  #onPress(event: PointerEvent): void {
    const cell = cellOf(event.target);
    this.#isAnswered = false;
    if (event.pointerType !== 'touch' || cell === undefined) return;
    this.#press = { x: event.clientX, y: event.clientY };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isAnswered = this.#open(cell);
    }, PRESS_MS);
  }

  #isPushed({ clientX, clientY }: PointerEvent): boolean {
    return (
      this.#press !== undefined && Math.hypot(clientX - this.#press.x, clientY - this.#press.y) > PRESS_PX
    );
  }

  #endPress(): void {
    if (this.#press !== undefined) clearTimeout(this.#timer);
    this.#press = undefined;
  }

  #onClick(event: PointerEvent): void {
    const cell = cellOf(event.target);
    if (this.#isAnswered) {
      event.preventDefault();
      event.stopPropagation();
      this.#isAnswered = false;
    } else if (event.pointerType === 'touch' && cell !== undefined) {
      const opensSomething = (event.target as HTMLElement).closest(`${CONTROL}, [data-opens]`) !== null;
      if (!opensSomething) this.#open(cell);
    }
  }

  /** @returns whether there was something to show */
  #open(cell: HTMLElement, focused?: HTMLElement): boolean {
    this.#hide();
    const text = focused?.dataset.tip ?? cutTextOf(cell);
    if (text === undefined || !cell.isConnected) return false;
    focused?.setAttribute('aria-describedby', this.#id);
    this.#shown = { cell, described: focused };
    this.#show({ anchor: focused?.dataset.tip === undefined ? cell : focused, text });
    return true;
  }

  #hide(): void {
    clearTimeout(this.#timer);
    if (this.#shown === undefined) return;
    this.#shown.described?.removeAttribute('aria-describedby');
    this.#shown = undefined;
    this.#show(null);
  }

  #isElsewhere = (target: EventTarget | null): boolean =>
    (target as HTMLElement | null)?.closest?.(`[id="${this.#id}"]`) == null;
}

const cellOf = (target: EventTarget | null): HTMLElement | undefined =>
  (target as HTMLElement | null)?.closest?.<HTMLElement>(CELL) ?? undefined;
