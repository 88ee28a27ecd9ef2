import { expect } from 'vitest'
import { terminalLog } from '../src/processes/terminal-log.ts'
import { test } from './support/temporary.ts'

const line = (level: string, rest = {}) =>
  JSON.stringify({
    level,
    time: '2026-01-01T00:00:00Z',
    pid: 1,
    hostname: 'h',
    name: 'jobs',
    msg: 'it happened',
    ...rest,
  })

test('the terminal shows warnings and errors in a form for people', ({ reported }) => {
  const log = terminalLog('jobs', { verbose: false, report: (sentence) => void reported.push(sentence) })
  for (const level of ['debug', 'info', 'warn', 'error'])
    log(line(level, { msg: `${level} came`, jobId: 'j1', err: { message: 'no route', stack: 'at …' } }))
  log('not json')
  log('{ neither')
  expect(reported).toEqual([
    'jobs warning: warn came jobId=j1 err="no route"',
    'jobs error: error came jobId=j1 err="no route"',
  ])
})

test('a sentence that comes again and again is shown once', ({ reported }) => {
  const log = terminalLog('jobs', { verbose: false, report: (sentence) => void reported.push(sentence) })
  for (const sweep of ['outbox', 'settle', 'outbox']) log(line('warn', { sweep }))
  log(line('warn', { msg: 'another' }))
  expect(reported).toEqual(['jobs warning: it happened sweep=outbox', 'jobs warning: another'])
})

test('and everything when asked', ({ reported }) => {
  const log = terminalLog('jobs', { verbose: true, report: (sentence) => void reported.push(sentence) })
  log(line('info'))
  log('not json')
  expect(reported).toEqual(['jobs info: it happened', 'jobs: not json'])
})
