import { useEffect, useRef, useState } from 'react';

/** Whether the browser lets this page ask for the microphone; it does on https only. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function';

interface RecordingOptions {
  onFile: (file: File) => void;
  /** The reader or the browser refused the microphone. */
  onRefused: () => void;
}

const endings: Readonly<Record<string, string>> = {
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
};

/** A recording by the microphone. @returns seconds that it has lasted; undefined while none is made */
export function useRecording({ onFile, onRefused }: RecordingOptions) {
  const recorder = useRef<MediaRecorder>(undefined);
  const [seconds, setSeconds] = useState<number>();
  const isRecording = seconds !== undefined;

  // The microphone and the clock are outside React.
  useEffect(() => {
    if (!isRecording) return undefined;
    const timer = setInterval(() => setSeconds((passed = 0) => passed + 1), 1000);
    return () => clearInterval(timer);
  }, [isRecording]);
  useEffect(() => () => release(recorder.current?.stream), []);

  async function start() {
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch {
      onRefused();
      return;
    }
    const made = new MediaRecorder(stream);
    const pieces: Blob[] = [];
    made.ondataavailable = ({ data }) => pieces.push(data);
    made.onstop = () => {
      release(stream);
      setSeconds(undefined);
      const [type = 'audio/webm'] = made.mimeType.split(';', 1);
      onFile(new File(pieces, `recording.${endings[type] ?? 'webm'}`, { type }));
    };
    recorder.current = made;
    made.start();
    setSeconds(0);
  }

  return { seconds, start, stop: () => recorder.current?.stop() };
}

/** The browser shows that the microphone is in use until then. */
function release(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
