import { isStoredForm, type SoundForm } from '@utter/contracts/sound-formats'
import type { Deps } from '../deps.ts'
import type { HeardSound } from '../domain/live/live-sound.ts'

/** A sound while it is spoken, in another form, which each of its pieces is brought into as it comes. */
export function liveForm({ transcoder }: Pick<Deps, 'transcoder'>, sound: HeardSound, form: SoundForm): HeardSound {
  if (isStoredForm(form)) return sound
  async function* frames(isGone: () => boolean) {
    let part: 'first' | 'next' = 'first'
    for await (const piece of sound.frames(isGone)) {
      // A piece takes some hundredths of a second: a listener that leaves is noticed before the next.
      yield await transcoder.transcode(piece, { ...form, part }, new AbortController().signal)
      part = 'next'
    }
  }
  return { ...sound, frames }
}
