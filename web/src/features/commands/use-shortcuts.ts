import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { isSingleKey, isWithCommand } from '../../lib/shortcuts.ts'
import { goKeys } from './go-keys.ts'

/** Milliseconds within which the second key follows G. */
const sequenceMs = 1_500

/** ⌘K or Ctrl+K, `?`, and G followed by the letter of a screen. */
export function useShortcuts(onPalette: () => void, onShortcuts: () => void): void {
  const navigate = useNavigate()
  const onCommandKey = useEffectEvent(onPalette)
  const onQuestionMark = useEffectEvent(onShortcuts)
  useEffect(() => {
    let goPressedMs = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (isWithCommand(event, 'k')) {
        // Browsers would go to their own search.
        event.preventDefault()
        if (!event.repeat) onCommandKey()
        return
      }
      if (!isSingleKey(event)) return
      const letter = event.key.toLowerCase()
      const path = event.timeStamp - goPressedMs < sequenceMs ? goKeys[letter as keyof typeof goKeys] : undefined
      goPressedMs = letter === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (path !== undefined) navigate(path)
      else if (event.key === '?') onQuestionMark()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [navigate])
}
