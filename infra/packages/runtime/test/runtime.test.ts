import { createLog } from '@utter/telemetry/log'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { address, ConfigError, list, processConfig, readConfig, secret, wholeNumber } from '../src/read-config.ts'
import { repeatEvery } from '../src/repeat-every.ts'

describe('the environment', () => {
  const Config = z.object({
    ...processConfig,
    URL: address,
    KEY: secret,
    COUNT: z._default(wholeNumber, 7),
    HOSTS: list,
  })
  const good = { PORT: '80', PRIVATE_PORT: '81', URL: 'http://x', KEY: 'k'.repeat(32), HOSTS: 'a, b,,c ' }
  const messageOf = (env: Record<string, string>) => {
    try {
      readConfig(Config, env)
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      return (error as Error).message
    }
    throw new Error('nothing was wrong')
  }
  test('is read, with what is left out filled in, and an empty variable counts as left out', () => {
    expect(readConfig(Config, { ...good, COUNT: '' })).toMatchObject({
      PORT: 80,
      COUNT: 7,
      HOSTS: ['a', 'b', 'c'],
      HOST: '127.0.0.1',
      NODE_ENV: 'development',
    })
  })
  test('has all its faults in one message', () => {
    expect(messageOf({ PORT: '99999', KEY: 'short', URL: 'x', COUNT: '-1' })).toBe(
      'The environment does not fit: PORT must be a port; PRIVATE_PORT is not set; URL must be an address with http:// or https://; KEY must have at least 32 characters; COUNT must not be negative; HOSTS is not set',
    )
  })
  test.each(['localhost:3000', 'redis://x', 'ftp://x/', 'file:///x', 'http:', 'http//x'])(
    'has no address of a server in %s',
    (url) => {
      expect(messageOf({ ...good, URL: url })).toBe(
        'The environment does not fit: URL must be an address with http:// or https://',
      )
    },
  )
  test('never prints a value', () => {
    const canary = 'canary'
    const all = Object.fromEntries(Object.keys(Config.shape).map((name) => [name, canary]))
    expect(messageOf(all)).not.toContain(canary)
  })
})

describe('repeatEvery', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const log = createLog('runtime', 'silent')

  test('has never two turns at once, however long one takes', async () => {
    let [busy, most, turns] = [0, 0, 0]
    const work = repeatEvery(100, 'test', log, async () => {
      most = Math.max(most, ++busy)
      await new Promise((resolve) => setTimeout(resolve, 350))
      busy--
      turns++
    })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(most).toBe(1)
    expect(turns).toBeGreaterThanOrEqual(10)
    expect(turns).toBeLessThanOrEqual(11)
    const ended = work[Symbol.asyncDispose]()
    await vi.advanceTimersByTimeAsync(1_000)
    await ended
  })
  test('goes on after a turn that failed', async () => {
    let turns = 0
    await using _work = repeatEvery(100, 'test', log, async () => {
      turns++
      throw new Error('not this time')
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(turns).toBeGreaterThanOrEqual(9)
  })
  test('ends with the present turn, and has none after it', async () => {
    let [started, done] = [0, 0]
    const work = repeatEvery(100, 'test', log, async () => {
      started++
      await new Promise((resolve) => setTimeout(resolve, 500))
      done++
    })
    await vi.advanceTimersByTimeAsync(150)
    let isOver = false
    const ended = work[Symbol.asyncDispose]().then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(100)
    expect([started, done, isOver]).toEqual([1, 0, false])
    await vi.advanceTimersByTimeAsync(5_000)
    await ended
    expect([started, done]).toEqual([1, 1])
  })
})
