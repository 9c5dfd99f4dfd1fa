/** The content security policy lets the console show pictures of its own address and `data:` only. */
export function isShowablePicture(address: string): boolean {
  if (address.startsWith('data:image/')) return true;
  return address !== '' && URL.parse(address, window.location.origin)?.origin === window.location.origin;
}
