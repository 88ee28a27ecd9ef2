import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deadTopic } from '@utter/contracts/event'
import { deadRetentionMs, topics } from '@utter/contracts/topics'
import { repoDir } from '@utter/local/settings'
import { describe, expect, test } from 'vitest'

const hourMs = 3_600_000
/** As the pages write a time: `an hour`, `a day`, `7 days`. */
function timeOf(ms: number): string {
  if (ms === hourMs) return 'an hour'
  const days = ms / (24 * hourMs)
  return days === 1 ? 'a day' : `${days} days`
}
const kept = Object.entries(topics).flatMap(([name, { retentionMs }]) =>
  retentionMs === undefined ? [] : [{ name, ms: retentionMs }],
)

/** The cells of each row of a page that is about Kafka. */
const rowsOf = (page: string) =>
  readFileSync(join(repoDir, 'infra/operating', page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| Kafka'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

describe('the page of where texts are', () => {
  const rows = rowsOf('where-texts-are.md').map(([where = '', , until = '']) => {
    const patterns = [...where.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one)
    const isOf = (topic: string) =>
      patterns.some((one) => one === topic || (one.startsWith('…') && topic.endsWith(one.slice(1))))
    return { where, until, isOf, isDead: patterns.includes(deadTopic('<topic>')) }
  })

  test('has as the end of each topic the time that it is kept', () => {
    const wanted = rows.map(({ where, isOf, isDead }) => {
      const times = isDead ? [deadRetentionMs] : kept.filter(({ name }) => isOf(name)).map(({ ms }) => ms)
      return { where, until: [...new Set(times.map(timeOf))].join(', ') }
    })
    expect(rows.map(({ where, until }) => ({ where, until }))).toEqual(wanted)
    expect(rows.length).toBeGreaterThan(4)
  })
})

describe('the page of capacity', () => {
  const rows = rowsOf('capacity.md')
  const timesOf = (like: RegExp) => [...new Set(kept.filter(({ name }) => like.test(name)).map(({ ms }) => ms))]
  const kinds = { requests: /\.requested/, reports: /\.steps$/, progress: /\.progressed$/, ends: /\.finished$/ }
  const times: Record<string, number[]> = Object.fromEntries(
    Object.entries(kinds).map(([kind, like]) => [kind, timesOf(like)]),
  )

  test('names each kind of topic with the time that it is kept', () => {
    const row = rows.find(([what]) => what === 'Kafka: requests, reports, progress, ends, dead letters')
    const shown = [...Object.values(times).flat(), deadRetentionMs].map(timeOf)
    expect(row?.[1]).toBe(shown.map((time) => time.replace(/^an? /, '1 ')).join(', '))
  })

  test('has the sum of a day, a week, an hour and a month at a million jobs a day', () => {
    const [, sum = '', is = ''] = rows.find(([what]) => what === 'Kafka, each broker of three') ?? []
    const gigabytes = (kind: string) => Number(new RegExp(`${kind} ([\\d.]+)`).exec(sum)?.[1])
    const inDays = (kind: string) => (times[kind]?.[0] ?? Number.NaN) / 24 / hourMs
    // Requests and progress are given whole, the others a day.
    const parts = [
      gigabytes('requests'),
      gigabytes('reports') * inDays('reports'),
      gigabytes('progress'),
      gigabytes('ends') * inDays('ends'),
    ]
    const longer = 1 + 1 / 24
    const total = Math.round(parts.reduce((all, part) => all + part) * longer)
    expect(is).toMatch(new RegExp(`^${total} GB of `))
    expect(sum).toContain(`ends 1.3 × ${inDays('ends')}`)
    expect(sum).toContain(`reports 2.7 × ${inDays('reports')}`)
  })
})
