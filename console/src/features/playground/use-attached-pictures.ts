import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toast/toast.ts';
import { type AttachedPicture, faultOf, MAX_PICTURE_MEGABYTES, readPicture } from './picture-files.ts';

/** Pictures that go with the next message. */
export function useAttachedPictures() {
  const { t } = useTranslation('playground');
  const [pictures, setPictures] = useState<readonly AttachedPicture[]>([]);

  async function add(files: readonly File[]) {
    for (const file of files) {
      const fault = faultOf(file);
      if (fault !== undefined) {
        showToast('warning', t(fault, { name: file.name, size: MAX_PICTURE_MEGABYTES }));
        continue;
      }
      const picture = await readPicture(file);
      setPictures((all) => [...all, picture]);
    }
  }

  return {
    pictures,
    add,
    remove: (id: number) => setPictures((all) => all.filter((one) => one.id !== id)),
    clear: () => setPictures([]),
  };
}
