const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** A focused field would open the keyboard over the page. */
export const isTouch = window.matchMedia('(pointer: coarse)').matches;

/** Keys that send what is written; undefined without a keyboard. */
export const sendKeys = isTouch ? undefined : isMac ? '⌘ Enter' : 'Ctrl + Enter';
