/** A box of an MP4 file (ISO/IEC 14496-12): its length, its name of four characters, and its content. */
export function box(name: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + body.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A box that has a version and flags before its content. */
export const fullBox = (
  name: string,
  { version = 0, flags = 0 }: { version?: number; flags?: number },
  ...content: Buffer[]
) => box(name, u32((version << 24) | flags), ...content)

export const u8 = (...values: number[]): Buffer => Buffer.from(values)

const numbers =
  (size: number, write: (buffer: Buffer, value: number, at: number) => unknown) =>
  (...values: number[]): Buffer => {
    const buffer = Buffer.alloc(size * values.length)
    for (const [index, value] of values.entries()) write(buffer, value, size * index)
    return buffer
  }

export const u16 = numbers(2, (buffer, value, at) => buffer.writeUInt16BE(value, at))
export const u32 = numbers(4, (buffer, value, at) => buffer.writeUInt32BE(value >>> 0, at))
export const u64 = numbers(8, (buffer, value, at) => buffer.writeBigUInt64BE(BigInt(value), at))

/** A row of entries with their number before them. */
export const table = (entries: Buffer[]): Buffer => Buffer.concat([u32(entries.length), ...entries])

/** The matrix of a picture that is not turned: a part of each track, sound too. */
export const unturned = u32(0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000)
