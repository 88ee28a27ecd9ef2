let playing: HTMLAudioElement | undefined

/** Only one sound plays at a time, wherever it was started: called as `element` begins, it pauses the one before. */
export function playAlone(element: HTMLAudioElement): void {
  if (playing !== element) playing?.pause()
  playing = element
}
