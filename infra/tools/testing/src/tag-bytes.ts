/** Bytes of the ID3v2 tag before the sound of an mp3: ten of its header, and a size of four times seven bits. */
export const tagBytes = (mp3: Uint8Array): number =>
  10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + (mp3[at] ?? 0), 0)
