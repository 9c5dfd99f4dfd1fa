/** Props of every tab but the chat. */
export interface TabProps {
  tokenKey: string;
  /** Models that the key may use. */
  names: readonly string[];
}
