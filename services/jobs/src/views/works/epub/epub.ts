import type { Readable } from 'node:stream'
import yazl from 'yazl'
import { type Book, type BookSound, chapterName } from './book.ts'
import { container, contentsOf, overlayOf, packageOf, pageOf, styleSheet } from './pages.ts'

/**
 * A book as EPUB 3.3, whose pages are lit as they are heard. No file of it is compressed, so that its size is known before its first byte; a sound is read as
 * fast as the client takes it, one at a time. It breaks off where a sound does.
 * @param open the sound of a chapter, its tag included; absent: its size alone is wanted
 */
export function epubOf(book: Book, open?: (sound: BookSound) => Readable): { content: Readable; sizeBytes: number } {
  const zip = new yazl.ZipFile()
  const content = zip.outputStream as Readable
  // The first sound may fail before the answer is on its way, and nobody listens yet.
  content.on('error', () => {})
  ;(zip as unknown as Readable).on('error', (error: Error) => content.destroy(error))
  // The format of the first file wants no field but its name.
  const options = { compress: false, forceDosTimestamp: true, mtime: book.modifiedAt }
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, options)
  add('mimetype', 'application/epub+zip')
  add('META-INF/container.xml', container)
  add('EPUB/package.opf', packageOf(book))
  add('EPUB/contents.xhtml', contentsOf(book))
  add('EPUB/style.css', styleSheet)
  for (const [index, chapter] of book.chapters.entries()) {
    const [name, { sound }] = [`EPUB/${chapterName(index)}`, chapter]
    add(`${name}.xhtml`, pageOf(chapter, book))
    if (!sound) continue
    add(`${name}.smil`, overlayOf(chapter, index))
    zip.addReadStreamLazy(`${name}.mp3`, { ...options, size: sound.sizeBytes }, (begin) => {
      if (!open) return
      const opened = open(sound)
      // The zip does not listen for it: a sound that breaks off would end the process.
      opened.once('error', (error) => content.destroy(error))
      begin(null, opened)
    })
  }
  let sizeBytes = 0
  const onSize = (bytes: number) => {
    sizeBytes = bytes
  }
  zip.end(undefined, onSize as () => void)
  return { content, sizeBytes }
}
