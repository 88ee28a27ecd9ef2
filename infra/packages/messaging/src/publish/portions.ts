/** A broker refuses more than 1,048,588 bytes in one batch of any kind; the rest is room for envelopes and headers. */
export const maxBytesPerRequest = 768 * 1024

type Sized = { key?: Buffer | string | null; value: Buffer | string | null }

export const bytesOf = ({ key, value }: Sized): number => Buffer.byteLength(key ?? '') + Buffer.byteLength(value ?? '')

/** The list in its order, in portions that a broker takes; an item that is too large by itself is a portion alone. */
export function portions<T>(list: T[], sizeOf: (one: T) => number, max = maxBytesPerRequest): T[][] {
  const all: T[][] = []
  let size = 0
  for (const one of list) {
    const bytes = sizeOf(one)
    const last = all.at(-1)
    if (last && size + bytes <= max) {
      last.push(one)
      size += bytes
    } else {
      all.push([one])
      size = bytes
    }
  }
  return all
}
