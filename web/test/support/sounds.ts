import { vi } from 'vitest'

/** Sounds that play at once, and addresses of sounds within the page. @returns how a sound is played */
export function soundsOfPage() {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('playing'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'))
  })
  play.mockClear()
  let made = 0
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => `blob:sample-${++made}`, revokeObjectURL: () => {} }),
  )
  return play
}
