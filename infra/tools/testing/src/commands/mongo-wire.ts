import { mongo } from 'mongoose'
import type { Command } from './refusal-of.ts'

const { BSON } = mongo

/** The opcode of all commands since MongoDB 3.6. */
const opMsg = 2013
const headerBytes = 16
/** After the header: four bytes of flags, then the sections, each with one byte for its kind. */
const sectionsAt = headerBytes + 4
const checksumPresent = 1

export const lengthOf = (unread: Buffer): number | undefined =>
  unread.length >= headerBytes ? unread.readInt32LE(0) : undefined

/** The command of a message, with the documents that follow it in sections of their own; undefined for another message. */
export function commandOf(message: Buffer): Command | undefined {
  if (message.readInt32LE(12) !== opMsg) return undefined
  const end = message.length - (message.readUInt32LE(headerBytes) & checksumPresent ? 4 : 0)
  let command: Command = {}
  for (let at = sectionsAt; at < end; ) {
    const kind = message[at++]
    const sectionEnd = at + message.readInt32LE(at)
    if (kind === 0) command = { ...read(message.subarray(at, sectionEnd)), ...command }
    else {
      const nameEnd = message.indexOf(0, at + 4)
      const documents: Command[] = []
      for (let from = nameEnd + 1; from < sectionEnd; from += message.readInt32LE(from))
        documents.push(read(message.subarray(from, from + message.readInt32LE(from))))
      command = { ...command, [message.toString('utf8', at + 4, nameEnd)]: documents }
    }
    at = sectionEnd
  }
  return command
}

/** Regular expressions as they are written, also those that JavaScript does not have. */
const read = (bytes: Buffer): Command => BSON.deserialize(bytes, { bsonRegExp: true })

/** An answer to a message, in place of the server's. */
export function answerTo(message: Buffer, body: Command): Buffer {
  const bytes = BSON.serialize(body)
  const header = Buffer.alloc(sectionsAt + 1)
  header.writeInt32LE(header.length + bytes.length, 0)
  header.writeInt32LE(message.readInt32LE(4), 8)
  header.writeInt32LE(opMsg, 12)
  return Buffer.concat([header, bytes])
}

/** The message with one more field in its command. A cursor's is in a document of its own, which the driver leaves empty. */
export function withBatchSize(message: Buffer, command: Command, batchSize: number): Buffer {
  const field = (type: number, name: string, value: Buffer) =>
    Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value])
  const size = Buffer.alloc(4)
  size.writeInt32LE(batchSize)
  const added = field(16, 'batchSize', size)
  const length = message.readInt32LE(sectionsAt + 1)
  const body = message.subarray(sectionsAt + 1, sectionsAt + 1 + length)
  const document = (content: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeInt32LE(content.length + 5)
    return Buffer.concat([head, content, Buffer.alloc(1)])
  }
  let content = body.subarray(4, -1)
  if ('aggregate' in command) {
    const empty = field(3, 'cursor', document(Buffer.alloc(0)))
    const at = content.indexOf(empty)
    if (at < 0) return message
    content = Buffer.concat([
      content.subarray(0, at),
      field(3, 'cursor', document(added)),
      content.subarray(at + empty.length),
    ])
  } else content = Buffer.concat([content, added])
  const changed = Buffer.concat([
    message.subarray(0, sectionsAt + 1),
    document(content),
    message.subarray(sectionsAt + 1 + length),
  ])
  changed.writeInt32LE(changed.length, 0)
  return changed
}
