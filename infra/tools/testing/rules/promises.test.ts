import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { describe, expect, test } from 'vitest'

const table = 'infra/promises.md'
const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')

/** The words of a page, without its tags, its code marks and its line breaks. */
const wordsOf = (text: string): string =>
  text
    .replace(/\{' '\}/g, ' ')
    .replace(/\{'([^']*)'\}/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')

type Row = { page: string; promise: string; file: string; title: string }
const rows = read(table)
  .split('\n')
  .flatMap((line): Row[] => {
    const [, page, promise, file, title = ''] = /^\| (\S+) \| (.+) \| `([^`]+)`(?:: (.+))? \|$/.exec(line) ?? []
    return page && promise && file ? [{ page, promise, file, title }] : []
  })

test('the table has no row of another form', () => {
  const lines = read(table)
    .split('\n')
    .filter((line) => line.startsWith('| '))
  expect(rows.length).toBe(lines.length - 1)
  expect(rows.length).toBeGreaterThan(30)
})

describe.each(rows)('$page: $promise', ({ page, promise, file, title }) => {
  test('is said there', () => {
    expect(wordsOf(read(page))).toContain(wordsOf(promise))
  })

  test('is held by a test', () => {
    const titles = [...read(file).matchAll(/\b(?:test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])(.*?)\1/g)]
    expect(titles.length).toBeGreaterThan(0)
    expect(titles.some(([, , found]) => found?.replaceAll('\\', '').startsWith(title))).toBe(true)
  })
})

/** Answers that are promises as a whole: each has a row at least. */
const whole = [
  ['web/src/features/pricing/faq.tsx', /^ {4,6}(?:msg\()?'((?!.*\?').+)'\)?,$/gm],
  ['web/src/features/guide/best-practices.tsx', /^ {2}<>\n([\s\S]*?)^ {2}<\/>,$/gm],
] as const

test.each(whole)('every answer of %s has a row', (page, pattern) => {
  const answers = [...read(page).matchAll(pattern)].map(([, text = '']) => wordsOf(text))
  expect(answers.length).toBeGreaterThan(3)
  const promised = rows.filter((row) => row.page === page).map(({ promise }) => wordsOf(promise))
  expect(answers.filter((answer) => !promised.some((one) => answer.includes(one)))).toEqual([])
})
