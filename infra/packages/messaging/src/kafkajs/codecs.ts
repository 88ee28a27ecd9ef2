import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { compressFrame, decompressFrame } from 'lz4-napi'
import { compress, uncompress } from 'snappy'

// Codecs besides gzip, the only one that kafkajs has. Our producer does not compress, but a topic or broker with
// `compression.type`, a mirror or a console producer may store our topics in any of the four, and a consumer that meets
// a codec that it lacks stops for good.

/** A codec as kafkajs calls it, for which it exports no type. */
type Codec = {
  compress(encoder: { buffer: Buffer }): Promise<Buffer>
  decompress(buffer: Buffer): Promise<Buffer>
}

/** The frame of snappy-java, in which every Kafka client writes snappy: a header, then blocks, each after its length. */
const snappyMagic = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0])
const snappyHeaderBytes = snappyMagic.length + 8

const snappy: Codec = {
  async compress({ buffer }) {
    const block = await compress(buffer)
    const header = Buffer.alloc(snappyHeaderBytes + 4)
    snappyMagic.copy(header)
    // Version, and the lowest version that can read it.
    header.writeInt32BE(1, snappyMagic.length)
    header.writeInt32BE(1, snappyMagic.length + 4)
    header.writeInt32BE(block.length, snappyHeaderBytes)
    return Buffer.concat([header, block])
  },
  async decompress(buffer) {
    if (!buffer.subarray(0, snappyMagic.length).equals(snappyMagic)) return asBuffer(await uncompress(buffer))
    const blocks: Buffer[] = []
    for (let at = snappyHeaderBytes; at < buffer.length; ) {
      const length = buffer.readInt32BE(at)
      at += 4
      blocks.push(asBuffer(await uncompress(buffer.subarray(at, at + length))))
      at += length
    }
    return Buffer.concat(blocks)
  },
}

const lz4: Codec = {
  compress: ({ buffer }) => compressFrame(buffer),
  decompress: (buffer) => decompressFrame(buffer),
}

const zstd: Codec = {
  compress: ({ buffer }) => promisify(zstdCompress)(buffer),
  decompress: (buffer) => promisify(zstdDecompress)(buffer),
}

const asBuffer = (bytes: string | Buffer): Buffer => Buffer.from(bytes as Buffer)

/** By the number that Kafka gives each codec in a batch's attributes. */
export const codecs: Record<number, () => Codec> = { 2: () => snappy, 3: () => lz4, 4: () => zstd }
