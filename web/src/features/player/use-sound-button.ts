import { t } from '../../lib/language/words.ts'
import { toastError } from '../../lib/toasts.ts'
import { type Sound, toggleSound, useSound } from './shared-sound.ts'

/** State and action of a play button. A toast reports a sound that cannot be loaded. */
export function useSoundButton(sound: Sound) {
  const state = useSound(sound.key)
  const toggle = async () => {
    if ((await toggleSound(sound)) === 'broken') toastError(t('Error'), t('The audio could not be loaded'))
  }
  return { isPlaying: state === 'playing', isLoading: state === 'loading', toggle: () => void toggle() }
}
