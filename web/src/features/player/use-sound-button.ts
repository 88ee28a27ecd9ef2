import { toastError } from '../../lib/toasts.ts'
import { type Sound, toggleSound, useSound } from './shared-sound.ts'

/** State and act of a play button. A sound that cannot be had is told in a toast. */
export function useSoundButton(sound: Sound) {
  const state = useSound(sound.key)
  const toggle = async () => {
    if ((await toggleSound(sound)) === 'broken') toastError('Error', 'The audio could not be loaded')
  }
  return { isPlaying: state === 'playing', isLoading: state === 'loading', toggle: () => void toggle() }
}
