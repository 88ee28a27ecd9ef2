import fs from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bufferedOutput, createLog } from '../src/log.ts'

/** Messages of each write, and what ends it. */
let written: string[][]
let inFlight: (() => void)[]
const endWrites = () => {
  for (let end = inFlight.shift(); end; end = inFlight.shift()) end()
}
const messagesIn = (lines: string) =>
  lines.split('\n').flatMap((line) => (line ? [JSON.parse(line).msg as string] : []))

beforeEach(() => {
  vi.useFakeTimers()
  written = []
  inFlight = []
  vi.spyOn(fs, 'write').mockImplementation(((_fd: number, text: Buffer | string, ...more: unknown[]) => {
    written.push(messagesIn(String(text)))
    inFlight.push(() => (more.at(-1) as (error: null, count: number) => void)(null, text.length))
  }) as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('lines are written together, a tenth of a second later', () => {
  const log = createLog('jobs', 'info', bufferedOutput())
  log.info('first')
  log.info('second')
  expect(written).toEqual([])
  vi.advanceTimersByTime(100)
  expect(written).toEqual([['first', 'second']])
})

test('a process that logs nothing writes nothing', () => {
  const log = createLog('jobs', 'info', bufferedOutput())
  vi.advanceTimersByTime(60_000)
  expect(written).toEqual([])
  log.info('only')
  vi.advanceTimersByTime(100)
  endWrites()
  const count = written.length
  vi.advanceTimersByTime(60_000)
  endWrites()
  expect(written.slice(count)).toEqual([])
})

test('lines that come while others are being written follow them', () => {
  const log = createLog('jobs', 'info', bufferedOutput())
  log.info('first')
  vi.advanceTimersByTime(100)
  log.info('second')
  vi.advanceTimersByTime(60_000)
  expect(written).toEqual([['first']])
  endWrites()
  expect(written.flat()).toEqual(['first', 'second'])
})
