/** Where kept pictures are served, each by the hash of its bytes. */
export const PICTURE_PATH = '/api/picture/';

/** An address is a key of the database, where PostgreSQL takes 2.7 KB. */
const MAX_FOREIGN_ADDRESS = 800;

/** Valid pictures: none, one that the console can draw directly, or one to fetch. */
export const isPictureAddress = (address: string): boolean =>
  address === '' || isSitePicture(address) || isForeignPicture(address);

/** Pictures that the content security policy allows: files of this site, and `data:` addresses. */
function isSitePicture(address: string): boolean {
  return /^(\/(?![/\\])|data:image\/(png|jpeg|gif|webp|svg\+xml)[;,])/.test(address);
}

/** A picture of another host: fetched once when it is named, kept and served from here. */
export function isForeignPicture(address: string): boolean {
  return address.length <= MAX_FOREIGN_ADDRESS && /^https?:\/\/\S+$/i.test(address) && URL.canParse(address);
}
