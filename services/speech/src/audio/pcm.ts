/** The samples, −1..1, of PCM of 16 bit, little-endian; a last odd byte is left out. */
export function samplesOfPcm(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  return Float32Array.from({ length: pcm.byteLength >> 1 }, (_, at) => view.getInt16(at * 2, true) / 32_768)
}
