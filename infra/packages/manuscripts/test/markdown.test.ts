import { describe, expect, test } from 'vitest'
import { read, rows } from './support/reading.ts'

describe('a Markdown text', () => {
  test('has chapters by the highest level of heading that comes more than once, and its title from a single first one', async () => {
    const text = '# My *Book*\n\nBy Ada.\n\n## One\n\nA.\n\n### Inner\n\nB.\n\n## Two\n\nC.'
    const manuscript = await read('markdown', text)
    expect(manuscript.title).toBe('My Book')
    expect(rows(manuscript)).toEqual([
      ['My Book', 'By Ada.'],
      ['One', 'A.', 'Inner', 'B.'],
      ['Two', 'C.'],
    ])
  })
  test('has title and language in its front matter', async () => {
    const text = '---\ntitle: "The: Book"\nauthor: Ada\nlang: de_de\n---\n\n# One\n\nA.\n\n# Two\n\nB.'
    expect(await read('markdown', text)).toEqual({
      title: 'The: Book',
      language: 'de-DE',
      chapters: [
        { title: 'One', paragraphs: [{ text: 'A.' }] },
        { title: 'Two', paragraphs: [{ text: 'B.' }] },
      ],
      speakers: [],
    })
  })
  test('that begins with a line is not taken for front matter', async () => {
    expect(rows(await read('markdown', '---\nShe said: no.\n---\n\nB.'))[0]).toContain('B.')
    expect(JSON.stringify(await read('markdown', '---\nShe went.\n\n---\n\nB.'))).toContain('She went.')
  })
  test('has a paragraph for an item, a quote and a row of a table, and none for code', async () => {
    const text =
      'One\nline.\n\n- first\n- **second**\n\n1. third\n\n> quoted\n> still\n\n| a | b |\n|---|---|\n| c | d |\n| e | f |\n\n```ts\nconst x = 1\n```\n\nA verse  \nof two lines [linked](http://a.example/x).'
    expect(rows(await read('markdown', text))).toEqual([
      [
        'Text',
        'One line.',
        'first',
        'second',
        '1. third',
        'quoted still',
        'a, b',
        'c, d',
        'e, f',
        'A verse\nof two lines linked.',
      ],
    ])
  })
  test('keeps what stands behind a fence that is not closed', async () => {
    expect(rows(await read('markdown', 'A.\n\n```\nB goes\non.\n\nC.'))).toEqual([['Text', 'A.', 'B goes on.', 'C.']])
  })
  test('keeps links whose addresses stand at its end', async () => {
    expect(rows(await read('markdown', 'See [the page][p].\n\n[p]: http://a.example/x'))).toEqual([
      ['Text', 'See the page.'],
    ])
  })
  test('without headings is read for typed ones', async () => {
    expect(rows(await read('markdown', 'Chapter 1\n\n*A.*\n\nChapter 2\n\nB.'))).toEqual([
      ['Chapter 1', 'A.'],
      ['Chapter 2', 'B.'],
    ])
  })
  test('has its words once where a paragraph is longer than what is parsed at once', async () => {
    const words = Array.from({ length: 8_000 }, (_, at) => `w${at}`)
    const [[, ...paragraphs] = []] = rows(await read('markdown', words.join(' ')))
    expect(paragraphs.join(' ').split(' ')).toEqual(words)
  })
})
