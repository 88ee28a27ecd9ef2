import { ID3Writer } from 'browser-id3-writer'

/** The text frame that says by whom a sound was made, as tools show it; and the one with its signed statement. */
export const tagNames = { generated: 'AI_GENERATED', statement: 'UTTER_STATEMENT' }

type TagContent = {
  /** A sentence for people. */
  generated: string
  /** A compact JWS; absent: it is not known what the sound is made of. */
  statement?: string | undefined
  title?: string
  album?: string
  /** `3/12` */
  track?: string
  genre?: string
}

/** An ID3v2 tag that says, as laws about synthetic voices ask for it, that a machine has spoken what follows. */
export function soundTag({ generated, statement, title, album, track, genre }: TagContent): Buffer {
  const writer = new ID3Writer(new ArrayBuffer(0))
  // Room for later tags would be bytes in front of every sound.
  Object.assign(writer, { padding: 0 })
  if (title !== undefined) writer.setFrame('TIT2', title)
  if (album !== undefined) writer.setFrame('TALB', album)
  if (track !== undefined) writer.setFrame('TRCK', track)
  if (genre !== undefined) writer.setFrame('TCON', [genre])
  writer.setFrame('TXXX', { description: tagNames.generated, value: generated })
  if (statement !== undefined) writer.setFrame('TXXX', { description: tagNames.statement, value: statement })
  return Buffer.from(writer.addTag())
}
