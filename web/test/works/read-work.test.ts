import { workLimits } from '@utter/contracts/http/works/requests'
import { describe, expect, test } from 'vitest'
import { exampleText } from '../../src/features/works/make/example.ts'
import { faultsOf, readWork } from '../../src/features/works/make/read-work.ts'

/** The chapters as `title: paragraphs`. */
const shapeOf = (text: string) => {
  const { title, chapters } = readWork(text)
  return [title, ...chapters.map((chapter) => `${chapter.title}: ${chapter.paragraphs.join(' | ')}`)]
}

describe('a text is read', () => {
  test.each<[string, string, string[]]>([
    ['no heading: one chapter', 'One\nline.\n\nTwo.', ['', 'Chapter 1: One line. | Two.']],
    ['one first heading: the title', '# Book\n\n## A\n\nOne.\n\n## B\n\nTwo.', ['Book', 'A: One.', 'B: Two.']],
    [
      'several highest headings: chapters',
      '# A\nOne.\n# B\nTwo.\n### C\nThree.',
      ['', 'A: One.', 'B: Two. | C | Three.'],
    ],
    ['text before the first chapter', '# Book\n\nHello.\n\n## A\n\nOne.', ['Book', 'Book: Hello.', 'A: One.']],
    [
      'lines of chapters',
      'CHAPTER IV. The Sea\n\nOne.\n\nChapter 5\n\nTwo.',
      ['', 'CHAPTER IV. The Sea: One.', 'Chapter 5: Two.'],
    ],
    ['a title above lines of chapters', '# Book\n\nChapter One\n\nOne.', ['Book', 'Chapter One: One.']],
    [
      'a sentence that begins like one',
      'Chapter 1 was long,\nand dull.',
      ['', 'Chapter 1: Chapter 1 was long, and dull.'],
    ],
    [
      'rules, ends of lines of other systems, and marks of order',
      '\uFEFFOne.\r\n\r\n* * *\r\n\r\nTwo.',
      ['', 'Chapter 1: One. | Two.'],
    ],
    ['a heading without text', '# A\n\n# B\n\nTwo.', ['', 'B: Two.']],
    ['nothing', ' \n\n', ['']],
  ])('%s', (_, text, expected) => {
    expect(shapeOf(text)).toEqual(expected)
  })

  test('marks are no characters', () => {
    expect(readWork('Hello [pause:1s]there').characters).toBe('Hello there'.length)
  })

  test('the example has two chapters and nothing that would be refused', () => {
    const read = readWork(exampleText)
    expect(read.chapters).toHaveLength(2)
    expect(faultsOf(read)).toEqual([])
  })

  test('a paragraph that is too long is cut after a sentence, or after a word, and nothing of it is lost', () => {
    const sentence = `${'word '.repeat(500).trim()}. `
    const text = sentence.repeat(5).trim()
    const paragraphs = readWork(text).chapters[0]?.paragraphs ?? []
    expect(paragraphs.length).toBeGreaterThan(1)
    expect(paragraphs.every((one) => one.length <= workLimits.paragraph && one.endsWith('.'))).toBe(true)
    expect(paragraphs.join(' ')).toBe(text)
    const words = 'word '.repeat(4_000).trim()
    expect((readWork(words).chapters[0]?.paragraphs ?? []).join(' ')).toBe(words)
  })
})

describe('a text that the server would not take says why', () => {
  const chapters = (count: number, text = 'One.') => Array.from({ length: count }, () => `# A\n\n${text}\n\n`).join('')
  test.each([
    ['nothing in it', '', 'There is no text to speak'],
    ['too many chapters', chapters(workLimits.chapters + 1), 'A work has at most 500 chapters'],
    [
      'too many paragraphs',
      chapters(2, 'One.\n\n'.repeat(workLimits.paragraphs + 1)),
      '‘A’ has more than 2,000 paragraphs',
    ],
    [
      'a chapter that is too long',
      chapters(2, 'word '.repeat(workLimits.chapterCharacters / 5 + 10)),
      '‘A’ has more than 100,000 characters: divide it by another heading',
    ],
    [
      'too much of it',
      chapters(12, 'word '.repeat(workLimits.characters / 55)),
      'A work has at most 1,000,000 characters',
    ],
  ])('%s', (_, text, sentence) => {
    expect(faultsOf(readWork(text))).toContain(sentence)
  })
})
