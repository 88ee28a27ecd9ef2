import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { describe, expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')

describe('the recipe', () => {
  const folder = 'services/jobs/recipe'
  const pages = readdirSync(join(repoDir, folder)).map((name) => read(`${folder}/${name}`))
  /** The text below each heading, by the heading's number or its words. */
  const sections = pages.flatMap((page) =>
    page.split(/^(?=##+ )/m).flatMap((section) => {
      const [, number, title = ''] = /^##+ (\d+)? ?(.+)/.exec(section) ?? []
      return title ? [{ number, title, section }] : []
    }),
  )
  /** `5.5` is the fifth line of the list in 5. */
  const isThere = (cited: string) => {
    const [number, line] = cited.split('.')
    const found = sections.filter((one) => one.number === number)
    return found.length === 1 && (line === undefined || new RegExp(`^${line}\\. `, 'm').test(found[0]?.section ?? ''))
  }
  /** Lines of TypeScript, with their places, that cite the recipe. */
  const citing = execFileSync(
    'git',
    ['grep', '--untracked', '-n', '-E', 'recipe(,|\\.md| [0-9])', '--', '*.ts', '*.tsx'],
    {
      cwd: repoDir,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((line) => line && !line.startsWith('infra/tools/testing/rules/'))

  test('has each number once that the code cites', () => {
    const cited = citing.flatMap((line) =>
      [...line.matchAll(/recipe (\d+(?:\.\d+)?(?:,? (?:to|and) \d+(?:\.\d+)?)*)/g)].flatMap(([, numbers = '']) =>
        [...numbers.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => ({ number, line })),
      ),
    )
    expect(cited.length).toBeGreaterThan(40)
    expect(cited.filter(({ number }) => !isThere(number)).map(({ line }) => line)).toEqual([])
  })
  test('has each heading that the code cites', () => {
    const titles = sections.map(({ title }) => title)
    const cited = citing.flatMap((line) =>
      [...line.matchAll(/recipe, ("[^"]+"(?: and "[^"]+")*)/g)].flatMap(([, words = '']) =>
        [...words.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ title, line })),
      ),
    )
    expect(cited.filter(({ title }) => !titles.includes(title)).map(({ line }) => line)).toEqual([])
  })
  test('is cited by number, not by page', () => {
    expect(citing.filter((line) => line.includes('recipe.md'))).toEqual([])
  })
})
