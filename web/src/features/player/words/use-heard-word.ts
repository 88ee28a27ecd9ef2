import type { WordTime } from '@utter/contracts/http/jobs/word-times'
import { useEffect, useEffectEvent, useState } from 'react'
import { wordAt } from './placed-words.ts'

/** A sound that is listened to. */
export interface Listening {
  /** Where the sound is by now. */
  seconds: () => number
  isPlaying: boolean
  /** Where the sound is while it stands still. */
  atSeconds: number
}

/** Looks at the sound with each frame while it plays: its own events of time come four times a second. */
export function useHeardWord(
  words: readonly WordTime[],
  { seconds, isPlaying, atSeconds }: Listening,
): number | undefined {
  const [played, setPlayed] = useState<number>()
  const look = useEffectEvent(() => setPlayed(wordAt(words, seconds())))
  useEffect(() => {
    if (!isPlaying) return
    let frame = requestAnimationFrame(function next() {
      look()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])
  if (isPlaying) return played
  return atSeconds > 0 ? wordAt(words, atSeconds) : undefined
}
