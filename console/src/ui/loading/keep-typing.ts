/** A form that takes longer gets no kept keys. */
const MAX_WAIT_MS = 3000;

let kept: { text: string; stop: () => void } | undefined;

/**
 * Keeps the keys that are typed between the request for a form and its first field, and types them into that field. Keys
 * in another field, and those with Ctrl, Alt or Meta, keep their meaning.
 */
export function keepTyping(): void {
  if (kept !== undefined) return;
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const timer = setTimeout(stop, MAX_WAIT_MS);
  const mine = { text: '', stop };
  kept = mine;

  function stop() {
    clearTimeout(timer);
    listening.abort();
    kept = undefined;
  }

  window.addEventListener('keydown', (event) => keep(event, mine), options);
  window.addEventListener('pointerdown', stop, options);
  window.addEventListener(
    'focusin',
    ({ target }) => {
      if (!isField(target)) return;
      stop();
      // The form selects the field's content first.
      if (isTextField(target) && mine.text !== '') queueMicrotask(() => typeInto(target, mine.text));
    },
    options,
  );
}

function keep(event: KeyboardEvent, into: { text: string }): void {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
  if (isCommand || isField(event.target)) return;
  if (event.key.length === 1) into.text += event.key;
  else if (event.key === 'Backspace') into.text = into.text.slice(0, -1);
  else return;
  // A letter must not act as a shortcut of the page, nor a space press the button again.
  event.preventDefault();
  event.stopImmediatePropagation();
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type));

/** As the browser does it; React hears of a value only when the element's own setter was used. */
function typeInto(field: TextField, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
