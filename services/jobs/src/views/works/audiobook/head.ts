import { box, fullBox, table, u8, u16, u32, u64, unturned } from './boxes.ts'

/** MPEG 1 layer III at 48 kHz and 128 kbit/s: each frame has so many bytes, and so many samples. */
const mp3 = { sampleRate: 48_000, bytes: 384, samples: 1_152, bitsPerSecond: 128_000 }
/** Times of the file and of its chapters, a second. */
const timescale = 1_000
/** Frames of a chunk, 24 s: a player reads from the beginning of one. */
const framesPerChunk = 1_000
/** The list of chapters that some players read besides has a byte for their number. */
const maxListed = 255
const trackIds = { sound: 1, chapters: 2 }

export type AudiobookChapter = { title: string; frames: number }
export type Audiobook = { title: string; artist: string; comment: string; chapters: AudiobookChapter[] }

/**
 * Head of an audiobook (`.m4b`), which its sound follows: MP4 whose one track of sound is the mp3 frames of its chapters, one after the other, as ISO/IEC
 * 14496-3 allows it, with a track of the chapters' names as QuickTime has it, and the list that Nero's has. All frames have one size, so it is made from
 * their numbers alone: no sound is read or encoded for it.
 */
export function headOfAudiobook(book: Audiobook): Buffer {
  const kind = box('ftyp', Buffer.from('M4B '), u32(0x200), Buffer.from('M4B M4A mp42isom'))
  const names = book.chapters.map(({ title }) => nameSample(title))
  const namesBytes = names.reduce((sum, { length }) => sum + length, 0)
  const frames = book.chapters.reduce((sum, chapter) => sum + chapter.frames, 0)
  const dataHead = dataBoxHead(namesBytes + frames * mp3.bytes)
  const movieBytes = movie(book, { names, namesAt: 0, soundAt: 0, frames }).length
  const namesAt = kind.length + movieBytes + dataHead.length
  const places = { names, namesAt, soundAt: namesAt + namesBytes, frames }
  return Buffer.concat([kind, movie(book, places), dataHead, ...names])
}

/** Length of eight bytes: a book may be larger than four can say. */
const dataBoxHead = (bytes: number): Buffer => Buffer.concat([u32(1), Buffer.from('mdat'), u64(bytes + 16)])

/** `namesAt`, `soundAt`: bytes from the beginning of the file. */
type Places = { names: Buffer[]; namesAt: number; soundAt: number; frames: number }

const inMs = (frames: number): number => Math.round((frames * mp3.samples * timescale) / mp3.sampleRate)

function movie(book: Audiobook, places: Places): Buffer {
  const durationMs = inMs(places.frames)
  const header = fullBox(
    'mvhd',
    {},
    ...[u32(0, 0, timescale, durationMs), u32(0x00010000), u16(0x0100), Buffer.alloc(10), unturned],
    ...[Buffer.alloc(24), u32(Math.max(...Object.values(trackIds)) + 1)],
  )
  return box(
    'moov',
    header,
    soundTrack(places, durationMs),
    chapterTrack(book.chapters, places, durationMs),
    about(book),
  )
}

function soundTrack({ soundAt, frames }: Places, durationMs: number): Buffer {
  const chunks = Math.ceil(frames / framesPerChunk)
  const last = frames - (chunks - 1) * framesPerChunk
  const perChunk = [u32(1, framesPerChunk, 1), ...(last === framesPerChunk ? [] : [u32(chunks, last, 1)])]
  const samples = box(
    'stbl',
    fullBox('stsd', {}, table([soundFormat()])),
    fullBox('stts', {}, table([u32(frames, mp3.samples)])),
    fullBox('stsc', {}, table(chunks === 1 ? [u32(1, last, 1)] : perChunk)),
    fullBox('stsz', {}, u32(mp3.bytes, frames)),
    chunkPlaces(Array.from({ length: chunks }, (_, chunk) => soundAt + chunk * framesPerChunk * mp3.bytes)),
  )
  return box(
    'trak',
    trackHeader(trackIds.sound, durationMs, { isEnabled: true, volume: 0x0100 }),
    box('tref', box('chap', u32(trackIds.chapters))),
    media({
      ...{ handler: 'soun', timescale: mp3.sampleRate, duration: frames * mp3.samples },
      information: [fullBox('smhd', {}, u32(0)), dataInformation, samples],
    }),
  )
}

/** Bytes from the beginning of the file at which the chunks are: of four bytes each, which more players read, while they can say it. */
const chunkPlaces = (places: number[]): Buffer =>
  (places.at(-1) ?? 0) > 0xffff_ffff
    ? fullBox('co64', {}, table(places.map((place) => u64(place))))
    : fullBox('stco', {}, table(places.map((place) => u32(place))))

/** Descriptors of ISO/IEC 14496-1: `0x6b` is MPEG 1 audio, which needs no more to be decoded. */
function soundFormat(): Buffer {
  const described = (tag: number, content: Buffer) => Buffer.concat([u8(tag, content.length), content])
  const decoder = described(0x04, Buffer.concat([u8(0x6b, 0x15, 0, 0, 0), u32(mp3.bitsPerSecond, mp3.bitsPerSecond)]))
  const stream = described(0x03, Buffer.concat([u16(trackIds.sound), u8(0), decoder, described(0x06, u8(0x02))]))
  const [channels, bits] = [2, 16]
  return box(
    'mp4a',
    ...[Buffer.alloc(6), u16(1), Buffer.alloc(8), u16(channels, bits, 0, 0), u32(mp3.sampleRate * 0x10000)],
    fullBox('esds', {}, stream),
  )
}

/** A track that is never shown: each sample, in a chunk of its own, of it is the name of a chapter, for as long as that is. */
function chapterTrack(chapters: AudiobookChapter[], { names, namesAt }: Places, durationMs: number): Buffer {
  const samples = box(
    'stbl',
    fullBox('stsd', {}, table([box('text', Buffer.alloc(6), u16(1), Buffer.alloc(43))])),
    fullBox('stts', {}, table(lengthsOf(chapters).map((ms) => u32(1, ms)))),
    fullBox('stsc', {}, table([u32(1, 1, 1)])),
    fullBox('stsz', {}, u32(0), table(names.map(({ length }) => u32(length)))),
    chunkPlaces(placesOf(names, namesAt)),
  )
  const general = box('gmhd', fullBox('gmin', {}, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)), box('text', unturned))
  return box(
    'trak',
    trackHeader(trackIds.chapters, durationMs, { isEnabled: false, volume: 0 }),
    media({ handler: 'text', timescale, duration: durationMs, information: [general, dataInformation, samples] }),
  )
}

function placesOf(samples: Buffer[], from: number): number[] {
  let place = from
  return samples.map(({ length }) => {
    place += length
    return place - length
  })
}

/** Milliseconds of each chapter, so that none begins later for what was rounded before it. */
function lengthsOf(chapters: AudiobookChapter[]): number[] {
  let frames = 0
  return chapters.map((chapter) => {
    const begin = inMs(frames)
    frames += chapter.frames
    return inMs(frames) - begin
  })
}

/** `encd` says that the name is in UTF-8. */
function nameSample(title: string): Buffer {
  const text = Buffer.from(title)
  return Buffer.concat([u16(text.length), text, box('encd', u32(0x100))])
}

function trackHeader(id: number, durationMs: number, { isEnabled, volume }: { isEnabled: boolean; volume: number }) {
  // In the movie, and with `isEnabled` also played.
  const flags = 0x2 | (isEnabled ? 0x1 : 0)
  return fullBox('tkhd', { flags }, ...[u32(0, 0, id, 0, durationMs, 0, 0), u16(0, 0, volume, 0), unturned, u32(0, 0)])
}

type Media = { handler: 'soun' | 'text'; timescale: number; duration: number; information: Buffer[] }

/** Duration of eight bytes: in samples four end after a day. */
const media = ({ handler, timescale: perSecond, duration, information }: Media): Buffer =>
  box(
    'mdia',
    fullBox('mdhd', { version: 1 }, u64(0, 0), u32(perSecond), u64(duration), u16(undetermined, 0)),
    fullBox('hdlr', {}, u32(0), Buffer.from(handler), Buffer.alloc(12), u8(0)),
    box('minf', ...information),
  )

/** The language `und`, five bits a letter. */
const undetermined = 0x55c4
/** The sound is in this file. */
const dataInformation = box('dinf', fullBox('dref', {}, table([fullBox('url ', { flags: 1 })])))

function about({ title, artist, comment, chapters }: Audiobook): Buffer {
  const value = (name: string, type: number, content: Buffer) => box(name, box('data', u32(type, 0), content))
  const text = (name: string, written: string) => value(name, 1, Buffer.from(written))
  const audiobook = 2
  const list = box(
    'ilst',
    ...[text('©nam', title), text('©alb', title), text('©ART', artist), text('©cmt', comment)],
    ...[text('©gen', 'Audiobook'), value('stik', 21, u8(audiobook))],
  )
  const handler = fullBox('hdlr', {}, u32(0), Buffer.from('mdirappl'), Buffer.alloc(9))
  return box('udta', fullBox('meta', {}, handler, list), ...(chapters.length <= maxListed ? [listed(chapters)] : []))
}

function listed(chapters: AudiobookChapter[]): Buffer {
  let frames = 0
  const entries = chapters.map(({ title, frames: own }) => {
    const name = clipped(title)
    const begin = inMs(frames) * hundredsOfNs
    frames += own
    return Buffer.concat([u64(begin), u8(name.length), name])
  })
  return fullBox('chpl', { version: 1 }, u32(0), u8(chapters.length), ...entries)
}

/** Units of Nero's times, in a millisecond. */
const hundredsOfNs = 10_000
/** As much of a name as a byte can count, in whole letters. */
function clipped(title: string): Buffer {
  let name = Buffer.from(title)
  for (let letters = [...title]; name.length > 255; name = Buffer.from(letters.join(''))) letters = letters.slice(0, -1)
  return name
}
