import { useSyncExternalStore } from 'react'

export type ColorTheme = 'dark' | 'light'

const key = 'theme'
const listeners = new Set<() => void>()
const current = (): ColorTheme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

function show(theme: ColorTheme): void {
  const { dataset } = document.documentElement
  // Every part would fade by itself, at a speed of its own.
  dataset.switching = ''
  dataset.theme = theme
  // The browser's own bars on phones continue the page.
  const background = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background)
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.switching))
  for (const listener of listeners) listener()
}

export function setColorTheme(theme: ColorTheme): void {
  show(theme)
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Storage may be forbidden; the theme then holds until the page is left.
  }
}

// The choice of another tab.
addEventListener('storage', (event) => {
  if (event.key === key) show(event.newValue === 'light' ? 'light' : 'dark')
})

export function useColorTheme(): ColorTheme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
}
