import { useSyncExternalStore } from 'react'

export type ColorTheme = 'dark' | 'light'

const listeners = new Set<() => void>()
const current = (): ColorTheme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

export function setColorTheme(theme: ColorTheme): void {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden; the theme then holds until the page is left.
  }
  for (const listener of listeners) listener()
}

export function useColorTheme(): ColorTheme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
}
