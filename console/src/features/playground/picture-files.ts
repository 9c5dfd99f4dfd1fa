/** Types that every vendor accepts. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
/** Some vendors take no larger ones. */
export const MAX_PICTURE_MEGABYTES = 5;

export interface AttachedPicture {
  id: number;
  name: string;
  /** `data:` */
  address: string;
}

export type PictureFault = 'pictureWrongType' | 'pictureTooLarge';

export function faultOf({ type, size }: File): PictureFault | undefined {
  if (!pictureTypes.includes(type)) return 'pictureWrongType';
  return size > MAX_PICTURE_MEGABYTES * 1_000_000 ? 'pictureTooLarge' : undefined;
}

let lastId = 0;

export function readPicture(file: File): Promise<AttachedPicture> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      lastId += 1;
      resolve({ id: lastId, name: file.name, address: String(reader.result) });
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
