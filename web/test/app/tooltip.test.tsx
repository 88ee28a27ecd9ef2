import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Tooltip, TooltipDelay } from '../../src/ui/overlay/tooltip.tsx'
import '../support/support.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

const rest = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const enter = (pointerType = 'mouse') => fireEvent.pointerEnter(screen.getByRole('button'), { pointerType })
const show = (delay?: number) => {
  const tip = (
    <Tooltip text="Toggle sidebar" keys="Ctrl B">
      <button type="button">Toggle</button>
    </Tooltip>
  )
  render(delay === undefined ? tip : <TooltipDelay value={delay}>{tip}</TooltipDelay>)
}

test('it shows after 700 ms and goes when the pointer leaves', () => {
  show()
  enter()
  rest(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
  rest(1)
  expect(screen.getByRole('tooltip').textContent).toBe('Toggle sidebarCtrl B')
  fireEvent.pointerLeave(screen.getByRole('button'))
  rest(100)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('in the sidebar it shows at once', () => {
  show(0)
  enter()
  rest(0)
  expect(screen.getByRole('tooltip')).toBeDefined()
})

test('Esc and pressing close it; a finger opens none', () => {
  show(0)
  enter()
  rest(0)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
  enter()
  rest(0)
  fireEvent.pointerDown(screen.getByRole('button'))
  expect(screen.queryByRole('tooltip')).toBeNull()
  enter('touch')
  rest(1_000)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
