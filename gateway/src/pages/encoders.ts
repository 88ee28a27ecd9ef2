import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A page is some 9 kB and differs each time, so a low level: half a millisecond. */
export const encoders = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
}
export type Encoding = keyof typeof encoders
export const encodings = Object.keys(encoders)
