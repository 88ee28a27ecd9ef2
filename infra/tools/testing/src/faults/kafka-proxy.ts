import { onMessage, openTcpProxy } from './tcp-proxy.ts'

const host = '127.0.0.1'
/** A broker's host as responses carry it, a string after its length in two bytes; the port follows in four. */
const advertisedHost = Buffer.from([0, host.length, ...Buffer.from(host)])

/** Every response begins with its size. */
const sizeBytes = 4

/** Positions of the fields of a record batch, in bytes from its beginning (Kafka's message format, magic 2). */
const lengthAt = 8
/** The first byte that the length counts. */
const countedAt = 12
const magicAt = 16
const crcAt = 17
/** The first byte under the checksum, which leaves out the broker's own fields, base offset and leader's epoch. */
const attributesAt = 21
const recordsAt = 61
const codecMask = 7

/**
 * A proxy in front of a Kafka broker that spoils compressed batches on their way to the consumer, since a broker refuses to store
 * one that is broken. It puts its own port in place of the broker's in all responses, so that clients stay behind it.
 * @param broker `127.0.0.1:<port>`, as the broker advertises itself: an address of the same length takes its place
 */
export async function openKafkaProxy(broker: string) {
  const port = Number(broker.split(':')[1])
  let isSpoiling = false
  let spoiled = 0
  const proxy = await openTcpProxy({ host, port }, (client, upstream) => {
    client.pipe(upstream)
    onMessage(upstream, sizeOfResponse, (response) => {
      replacePort(response, port, proxy.port)
      if (isSpoiling) spoiled += spoilBatches(response)
      client.write(response)
    })
  })
  return {
    broker: `${host}:${proxy.port}`,
    /** From now on every fetch of a compressed batch finds it spoiled, so that it never becomes readable. */
    startSpoiling() {
      isSpoiling = true
    },
    /** Batches that were spoiled until now, counted at each fetch. */
    spoiled: () => spoiled,
    close: proxy.close,
  }
}

const sizeOfResponse = (unread: Buffer) => (unread.length >= sizeBytes ? sizeBytes + unread.readInt32BE(0) : undefined)

function replacePort(response: Buffer, from: number, to: number): void {
  for (let at = response.indexOf(advertisedHost); at >= 0; at = response.indexOf(advertisedHost, at + 1)) {
    const portAt = at + advertisedHost.length
    if (portAt + 4 <= response.length && response.readInt32BE(portAt) === from) response.writeInt32BE(to, portAt)
  }
}

/** Overwrites the records of each compressed batch; its header stays. @returns how many there were */
function spoilBatches(response: Buffer): number {
  let count = 0
  for (let at = 0; at + recordsAt < response.length; at++) {
    const end = endOfCompressedBatch(response, at)
    if (end === undefined) continue
    response.fill(0xff, at + recordsAt, end)
    count++
    at = end - 1
  }
  return count
}

/**
 * @returns undefined where no whole compressed batch begins. The checksum identifies a batch in any version of the
 * response: bytes that only look like a batch are left as they are.
 */
function endOfCompressedBatch(response: Buffer, at: number): number | undefined {
  if (response[at + magicAt] !== 2 || (response.readInt16BE(at + attributesAt) & codecMask) === 0) return undefined
  const end = at + countedAt + response.readInt32BE(at + lengthAt)
  if (end <= at + recordsAt || end > response.length) return undefined
  const isBatch = crc32c(response.subarray(at + attributesAt, end)) === response.readUInt32BE(at + crcAt)
  return isBatch ? end : undefined
}

/** Castagnoli's CRC, reflected, by RFC 3720; zlib has only the other one. Bit by bit: it runs a few times a test. */
function crc32c(bytes: Buffer): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0)
  }
  return ~crc >>> 0
}
