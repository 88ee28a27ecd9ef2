import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@utter/testing/eventually'
import { openFolder } from '@utter/testing/open-folder'
import { register } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createBackupMetrics } from '../src/backup/backup-metrics.ts'
import { keepBackups, nameOfBackup } from '../src/backup/kept-backups.ts'

const metrics = createBackupMetrics()
const hour = 3_600_000
const start = new Date('2026-03-01T03:00:00.000Z')
const later = (hours: number) => new Date(start.getTime() + hours * hour)

/** Keeps the backups of a folder, 24 hours between two, and three that stay. @returns what it tells */
function keepOn(folder: string, at: Date, fails = false): string[] {
  const stop = new AbortController()
  const told: string[] = []
  const running = keepBackups({
    ...{ folder, everyMs: 24 * hour, keep: 3, signal: stop.signal, metrics, now: () => at },
    async make(file) {
      if (fails) throw new Error('the database is away')
      await writeFile(file, 'a backup')
    },
    tell: (sentence) => told.push(sentence),
  })
  onTestFinished(async () => {
    stop.abort()
    await running
  })
  return told
}
async function openKeeper({ at, present = [], fails = false }: { at: Date; present?: Date[]; fails?: boolean }) {
  const { path, ...folder } = await openFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  for (const one of present) await writeFile(join(path, nameOfBackup(one)), 'a backup')
  return { told: keepOn(path, at, fails), path, names: async () => (await readdir(path)).sort() }
}
const newest = async () => (await register.getSingleMetric('backup_newest_timestamp_seconds')?.get())?.values[0]?.value

test('a folder without one has one at once', async () => {
  const { names, told } = await openKeeper({ at: start })
  await eventually('it is told', () => told.length === 1)
  expect(await names()).toEqual(['utter-2026-03-01T03-00-00.000Z'])
  expect(told[0]).toMatch(/utter-2026-03-01T03-00-00\.000Z is made; removed: 0\.$/)
  expect(await newest()).toBe(start.getTime() / 1_000)
})

test('while the newest is younger than a day none is made', async () => {
  const { names, told } = await openKeeper({ at: later(23), present: [start] })
  await eventually('it has looked', async () => (await newest()) === start.getTime() / 1_000)
  expect([await names(), told]).toEqual([[nameOfBackup(start)], []])
})

test('one of a clock that was ahead is no reason to wait', async () => {
  const { names, told } = await openKeeper({ at: later(24), present: [start, later(500)] })
  await eventually('it is told', () => told.length === 1)
  expect(await names()).toEqual([start, later(24), later(500)].map(nameOfBackup))
})

test('the newest stay; a draft that broke off goes with the oldest, and files of other names are left alone', async () => {
  const days = [0, 24, 48, 72].map(later)
  const { names, told, path } = await openKeeper({ at: later(96), present: days })
  await eventually('it is told', () => told.length === 1)
  expect(await names()).toEqual([48, 72, 96].map(later).map(nameOfBackup))
  const draft = `${nameOfBackup(later(90))}.part`
  for (const name of [draft, 'notes.txt', 'utter-of-mine']) await writeFile(join(path, name), 'something')
  const again = keepOn(path, later(120))
  await eventually('it is told', () => again.length === 1)
  expect(await names()).toEqual(['notes.txt', 'utter-of-mine', ...[72, 96, 120].map(later).map(nameOfBackup)].sort())
})

test('a failure is told and counted, and the backups that are there stay', async () => {
  const before = (await register.getSingleMetric('backup_failures_total')?.get())?.values[0]?.value ?? 0
  const present = [0, 1, 2, 3].map(later)
  const { names, told } = await openKeeper({ at: later(72), present, fails: true })
  await eventually('it is told', () => told.length === 1)
  expect(told).toEqual(['No backup was made: the database is away.'])
  expect(await names()).toEqual(present.map(nameOfBackup))
  expect((await register.getSingleMetric('backup_failures_total')?.get())?.values[0]?.value).toBe(before + 1)
})
