import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NoticeBell } from '../../src/features/notices/notice-bell.tsx'
import { whenIdle } from '../../src/lib/browser/when-idle.ts'
import { Later } from '../../src/ui/layout/later.tsx'
import { serve } from '../support/support.tsx'

/** A browser that tells when it is idle: `acts` are those that wait for it. */
function stubIdle() {
  const acts = new Map<number, () => void>()
  vi.stubGlobal('requestIdleCallback', (act: () => void) => {
    acts.set(acts.size + 1, act)
    return acts.size
  })
  vi.stubGlobal('cancelIdleCallback', (handle: number) => acts.delete(handle))
  return acts
}

test('an act that is called off is not done, whether the browser tells when it is idle or not', () => {
  vi.useFakeTimers()
  const [done, left] = [vi.fn(), vi.fn()]
  whenIdle(done)
  whenIdle(left)()
  vi.advanceTimersByTime(200)
  const acts = stubIdle()
  whenIdle(left)()
  expect([done.mock.calls.length, left.mock.calls.length, acts.size]).toEqual([1, 0, 0])
})

test.each([
  ['the bell', <NoticeBell key="bell" />],
  ['content below the first window', <Later key="later">below</Later>],
])('%s waits for nothing any more once it is gone', (_what, part) => {
  vi.useFakeTimers()
  serve({})
  const acts = stubIdle()
  const { unmount } = render(part)
  act(() => void vi.advanceTimersByTime(2_000))
  expect(acts.size).toBe(1)
  unmount()
  expect(acts.size).toBe(0)
})
