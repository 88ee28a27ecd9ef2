import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { topicsOf } from '@utter/contracts/event'
import { flow, type Service, services } from '@utter/contracts/flow'
import { repoDir } from '@utter/local/settings'
import { describe, expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')
const words = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

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

/** The text of a page below a heading. */
const below = (page: string, heading: string) =>
  page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

describe.each([...services])('the page of %s', (service) => {
  const page = read(`services/${service}/README.md`)
  const types = new Set<string>(flow.map(({ event }) => event.type))
  const onSide = (side: 'publishedBy' | 'consumedBy') =>
    flow.filter((row) => (row[side] as readonly Service[]).includes(service))

  test('names under "Consumes" the events that flow has for it', () => {
    const named = words(below(page, 'Consumes')).filter((word) => types.has(word))
    expect([...new Set(named)].sort()).toEqual(
      onSide('consumedBy')
        .map(({ event }) => event.type)
        .sort(),
    )
  })
  test('names under "Publishes" its events, each with its consumers', () => {
    // - `job-finished`: to billing, referral, notifier. The end …
    const named = [...below(page, 'Publishes').matchAll(/^- ((?:`[\w-]+`(?:, )?)+): to (\w+(?:, \w+)*)/gm)].flatMap(
      ([, events = '', consumers = '']) => words(events).map((event) => `${event}: ${consumers.split(', ').sort()}`),
    )
    expect(named.sort()).toEqual(
      onSide('publishedBy')
        .map(({ event, consumedBy }) => `${event.type}: ${[...consumedBy].sort()}`)
        .sort(),
    )
  })
})

const pagesOfProcesses = [...services.map((service) => `services/${service}/README.md`), 'gateway/README.md']

test.each(pagesOfProcesses)('%s is one screen: 60 lines of 120 characters', (path) => {
  const lines = read(path).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(60)
  expect(lines.filter((line) => line.length > 120)).toEqual([])
})
test.each(pagesOfProcesses)('%s has the headings of such a page', (path) => {
  const headings = [...read(path).matchAll(/^## (.+)/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(['Owns', 'Consumes', 'Publishes', 'Answers', 'When it fails'])
})

describe('pictures of the topics', () => {
  /** `jobs topic chat` for each arrow `jobs ==>|"topic, topic"| chat & speech`. */
  const drawn = (path: string) =>
    [...read(path).matchAll(/^ +(\w+) ==>\|"([^"]+)"\| (\w+(?: & \w+)*)$/gm)].flatMap(
      ([, from, topics = '', to = '']) =>
        topics.split(', ').flatMap((topic) => to.split(' & ').map((consumer) => `${from} ${topic} ${consumer}`)),
    )
  const inFlow = new Set(
    flow.flatMap(({ event, publishedBy, consumedBy }) =>
      publishedBy.flatMap((from) =>
        topicsOf(event).flatMap((topic) => consumedBy.map((to) => `${from} ${topic} ${to}`)),
      ),
    ),
  )
  test("ARCHITECTURE.md's has all that flow has, and no other", () => {
    expect(drawn('ARCHITECTURE.md').sort()).toEqual([...inFlow].sort())
  })
  test("README.md's has some of them", () => {
    const some = drawn('README.md')
    expect(some.length).toBeGreaterThan(4)
    expect(some.filter((arrow) => !inFlow.has(arrow))).toEqual([])
  })
})

test('jobs alone publishes the state of a job, and workers report to jobs alone, as ARCHITECTURE.md has it', () => {
  const onTopic = (topic: RegExp) => flow.filter(({ event }) => topic.test(event.topic))
  const states = onTopic(/^job\.(progressed|finished|deleted)$/)
  expect(states.length).toBeGreaterThan(2)
  expect(states.filter(({ publishedBy }) => `${publishedBy}` !== 'jobs')).toEqual([])
  expect(onTopic(/^job\.steps$/).filter(({ consumedBy }) => `${consumedBy}` !== 'jobs')).toEqual([])
})

test('README.md is read in five minutes: 1,000 words', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(1_000)
})
