/** A file that is read by its parts: `read` gives the bytes from `start` up to `end`, fewer where it ends before. */
export type ManuscriptFile = { size: number; read(start: number, end: number): Promise<Buffer> }

/** Bytes in memory as such a file. */
export const fileOfBytes = (bytes: Uint8Array): ManuscriptFile => ({
  size: bytes.length,
  read: async (start, end) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(start, end),
})
