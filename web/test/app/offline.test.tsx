import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyView } from '../../src/lib/lazy-view.tsx'
import { preloadWhenIdle, screens } from '../../src/screens.tsx'
import { ScreenView } from '../../src/shell/screen-view.tsx'

const line = vi.spyOn(navigator, 'onLine', 'get')
afterEach(() => {
  vi.restoreAllMocks()
  line.mockReturnValue(true)
})
const setLine = (isOnline: boolean) => {
  line.mockReturnValue(isOnline)
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

/** A screen whose code comes by the line alone. */
const open = () => {
  const view = lazyView(
    async () => {
      if (!navigator.onLine) throw new TypeError('Failed to fetch')
      return () => <h1>Here it is</h1>
    },
    () => {},
  )
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <MemoryRouter>
      <ScreenView path="/guide" screen={view} />
    </MemoryRouter>,
  )
}

test('a screen that cannot be fetched without a line says so, and comes with the line', async () => {
  line.mockReturnValue(false)
  open()
  expect(await screen.findByText('You are offline')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  setLine(true)
  expect(await screen.findByRole('heading', { name: 'Here it is' })).toBeDefined()
})

test.each([
  [undefined, true],
  [{ saveData: true }, false],
])('once the page is quiet all screens are fetched; with the connection %o: %s', (connection, isFetched) => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { connection })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1))
  const preloads = Object.values(screens).map((one) => vi.spyOn(one, 'preload').mockImplementation(() => {}))
  preloadWhenIdle()
  expect(preloads.some((preload) => preload.mock.calls.length > 0)).toBe(false)
  vi.runAllTimers()
  expect(preloads.every((preload) => preload.mock.calls.length > 0)).toBe(isFetched)
})
