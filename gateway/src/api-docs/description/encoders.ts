import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The compressed forms of a text that is the same for everybody; a low level, since it is made while the first one waits for it. */
export const encoders = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
}
export type Encoding = keyof typeof encoders
export const encodings = Object.keys(encoders)
