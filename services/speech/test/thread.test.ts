import { afterEach, expect, test } from 'vitest'
import { openThread } from '../src/domain/thread.ts'

const graceMs = 500
const thread = openThread<string, string>(new URL('./stuck-thread.ts', import.meta.url), undefined, { graceMs })
const patience = () => ({ signal: new AbortController().signal })
afterEach(() => thread.close())

test('a thread that hangs is left at once when its work is given up, and ended a little later', async () => {
  const given = new AbortController()
  const free = Promise.withResolvers<void>()
  const stuck = thread.call('hang', { signal: given.signal, onFree: free.resolve })
  given.abort(new Error('too late'))
  await expect(stuck).rejects.toThrow('too late')
  await free.promise
  expect(await thread.call('next', patience())).toBe('next')
})

test('what waits behind a thread that hangs ends with it, and may be asked again', async () => {
  const given = new AbortController()
  const stuck = thread.call('hang', { signal: given.signal })
  const behind = thread.call('behind', patience())
  const both = Promise.allSettled([stuck, behind])
  given.abort()
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(behind).rejects.toThrow('did not stop')
  expect(await thread.call('behind', patience())).toBe('behind')
})

test('a thread that stops in time goes on', async () => {
  await thread.call('awake', patience())
  const given = new AbortController()
  const quick = thread.call('quick', { signal: given.signal })
  given.abort()
  await quick.catch(() => {})
  const kept = thread.call('kept', patience())
  await new Promise((resolve) => setTimeout(resolve, graceMs * 2))
  expect(await kept).toBe('kept')
})
