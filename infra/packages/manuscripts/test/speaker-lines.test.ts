import { describe, expect, test } from 'vitest'
import type { ManuscriptKind } from '../src/manuscript.ts'
import { fileOfBytes } from '../src/manuscript-file.ts'
import { readManuscript } from '../src/read-manuscript.ts'
import { docxOf, epubOf } from './support/archives.ts'

const read = async (kind: ManuscriptKind, content: string | Uint8Array, speakers: string[] = []) =>
  readManuscript(kind, fileOfBytes(Buffer.from(content)), { speakers })
const paragraphsOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).chapters.flatMap(({ paragraphs }) => paragraphs)

const script = 'The door opens.\nAnna: Who is\nthere?\nBen: Me,\nwho else: nobody.\n\nNobody moves.\n\nAnna: Come in.\n'
const turns = [
  { text: 'The door opens.' },
  { text: 'Who is there?', speaker: 'Anna' },
  { text: 'Me, who else: nobody.', speaker: 'Ben' },
  { text: 'Nobody moves.' },
  { text: 'Come in.', speaker: 'Anna' },
]

describe('a line that begins with the name of a speaker', () => {
  test.each(['text', 'markdown'] as const)(
    'is a paragraph of theirs in %s, up to the next one or the end',
    async (kind) => {
      expect(await paragraphsOf(kind, script, ['Anna', 'Ben'])).toEqual(turns)
    },
  )
  test('is one in an EPUB and in a Word document, where lines are meant', async () => {
    const body = '<p>The door opens.</p><p>Anna: Who is there?<br/>Ben: Me,<br/>again.</p><p>Nobody moves.</p>'
    const spoken = [...turns.slice(0, 2), { text: 'Me,\nagain.', speaker: 'Ben' }, turns[3]]
    expect(await paragraphsOf('epub', await epubOf({ chapters: { one: body } }), ['Anna', 'Ben'])).toEqual(spoken)
    const line = (text: string) => `<w:p><w:r><w:t>${text.replaceAll('|', '</w:t><w:br/><w:t>')}</w:t></w:r></w:p>`
    const word = [line('The door opens.'), line('Anna: Who is there?|Ben: Me,|again.'), line('Nobody moves.')].join('')
    expect(await paragraphsOf('docx', await docxOf(word), ['Anna', 'Ben'])).toEqual(spoken)
  })
  test('may have the name in bold in Markdown', async () => {
    expect(await paragraphsOf('markdown', '**Anna:** Yes.\n**Ben:** No.', ['Anna', 'Ben'])).toEqual([
      { text: 'Yes.', speaker: 'Anna' },
      { text: 'No.', speaker: 'Ben' },
    ])
  })
  test('is text where the name was not asked for, and joined as any other', async () => {
    expect(await paragraphsOf('text', 'Anna: Yes.\nBen: No.', ['Ben'])).toEqual([
      { text: 'Anna: Yes.' },
      { text: 'No.', speaker: 'Ben' },
    ])
    expect(await paragraphsOf('text', 'Anna: Yes.\nBen: No.')).toEqual([{ text: 'Anna: Yes. Ben: No.' }])
    expect(await paragraphsOf('markdown', 'Anna: Yes.\nBen: No.')).toEqual([{ text: 'Anna: Yes. Ben: No.' }])
  })
  test('leaves no paragraph where nothing is said', async () => {
    expect(await paragraphsOf('text', 'Anna:\nYes.\n\nBen:\n\nSo it was.', ['Anna', 'Ben'])).toEqual([
      { text: 'Yes.', speaker: 'Anna' },
      { text: 'So it was.' },
    ])
  })
  test('keeps its speaker in each piece of a long paragraph', async () => {
    const long = 'A sentence. '.repeat(900)
    const paragraphs = await paragraphsOf('text', `Anna: ${long}`, ['Anna'])
    expect(paragraphs.map(({ speaker }) => speaker)).toEqual(['Anna', 'Anna'])
  })
})

describe('names that are found', () => {
  test.each([[[]], [['Anna']], [['Anna', 'Ben']]])('are the same when %j are asked for', async (asked) => {
    for (const kind of ['text', 'markdown'] as const)
      expect((await read(kind, `${script}\nBen: Yes.\nBen: No.\n`, asked)).speakers).toEqual([
        { name: 'Ben', lines: 3 },
        { name: 'Anna', lines: 2 },
      ])
  })
  test('begin two lines at least, have a letter, and are no address, mark or sentence', async () => {
    const lines = [
      ...['Note: once.', '10:30 We left.', '10:30 We came.', 'https://a.example', 'https://b.example'],
      ...['[x]: a', '[x]: b', `${'So long a beginning of a sentence that no name is it'}: a`, 'Eve: a', 'Eve: b'],
      `${'So long a beginning of a sentence that no name is it'}: b`,
    ]
    expect((await read('text', lines.join('\n\n'))).speakers).toEqual([{ name: 'Eve', lines: 2 }])
  })
  test('are twenty at the most', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `Voice ${'x'.repeat(at + 1)}: a\n\n`.repeat(2 + at))
    const { speakers } = await read('text', lines.join(''))
    expect(speakers).toHaveLength(20)
    expect(speakers[0]).toEqual({ name: `Voice ${'x'.repeat(30)}`, lines: 31 })
  })
})
