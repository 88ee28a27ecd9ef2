import { useState } from 'react'
import { type PlayerState, usePlayer } from '../player/use-player.ts'

export type Take = 'first' | 'second'

interface Sound {
  url: string
  durationMs: number | undefined
}

export interface TwoTakes {
  heard: Take
  audio: Record<Take, React.RefObject<HTMLAudioElement | null>>
  /** Each as far as the one that is heard, in its own seconds. */
  players: Record<Take, PlayerState>
  /** Goes on with the other one, or with this one, at the same part of the whole. */
  hear: (take: Take) => void
  /** Both go there. @param seconds of that take */
  seek: (take: Take, seconds: number) => void
  toggle: () => void
}

const otherOf = (take: Take): Take => (take === 'first' ? 'second' : 'first')

/** Two sounds side by side, of which one is heard. */
export function useTwoTakes(first: Sound, second: Sound): TwoTakes {
  const [heard, setHeard] = useState<Take>('first')
  const one = usePlayer(first.url, (first.durationMs ?? 0) / 1_000)
  const two = usePlayer(second.url, (second.durationMs ?? 0) / 1_000)
  const takes = { first: one, second: two }
  const { audio, player } = takes[heard]

  /** 0 to 1; by the element, which is ahead of what was drawn last. */
  const shareNow = () =>
    player.lengthSeconds > 0 ? (audio.current?.currentTime ?? player.atSeconds) / player.lengthSeconds : 0
  const hear = (take: Take) => {
    if (take === heard) return
    const next = takes[take].player
    next.seek(shareNow() * next.lengthSeconds)
    // Its play pauses the other one.
    if (player.isPlaying) next.toggle()
    setHeard(take)
  }
  const seek = (take: Take, seconds: number) => {
    const { lengthSeconds } = takes[take].player
    const other = takes[otherOf(take)].player
    takes[take].player.seek(seconds)
    if (lengthSeconds > 0) other.seek((seconds / lengthSeconds) * other.lengthSeconds)
  }
  const shared = player.lengthSeconds > 0 ? player.atSeconds / player.lengthSeconds : 0
  const shownOf = (take: Take): PlayerState =>
    take === heard ? player : { ...takes[take].player, atSeconds: shared * takes[take].player.lengthSeconds }
  return {
    heard,
    audio: { first: one.audio, second: two.audio },
    players: { first: shownOf('first'), second: shownOf('second') },
    hear,
    seek,
    toggle: player.toggle,
  }
}
