/** What the key next to the space bar is called where the reader sits. */
export const commandKey = (): '⌘' | 'Ctrl' => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl');
