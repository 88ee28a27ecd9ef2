import type { ChapterRow, WorkView } from '@utter/contracts/http/works/views'
import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../player/use-player.ts'
import type { Listening } from '../../player/words/use-heard-word.ts'

/**
 * A chapter that can be heard. The address has its revision, so that no earlier sound of it is kept by the player; until a revision is spoken the
 * server plays the sound before, which has an address of its own.
 */
interface ChapterSound {
  chapterId: string
  src: string
  seconds: number
}

function soundOf({ chapterId, audioUrl, revision, state, durationMs = 0 }: ChapterRow): ChapterSound | undefined {
  if (audioUrl === undefined) return undefined
  const version = state === 'completed' ? revision : `before-${revision}`
  const src = `${audioUrl}${audioUrl.includes('?') ? '&' : '?'}revision=${version}`
  return { chapterId, src, seconds: durationMs / 1_000 }
}

const isThere = (sound: ChapterSound | undefined) => sound !== undefined

/** Plays a chapter, and goes on with the next one that can be heard. All have a single audio element: a locked phone plays on with that alone. */
export function useWorkPlayer({ chapters }: Pick<WorkView, 'chapters'>) {
  const [sound, setSound] = useState<ChapterSound>()
  const { audio, player } = usePlayer(sound?.src ?? '', sound?.seconds ?? 0)
  const { isPlaying, rate, volume } = player
  const sounds = chapters.map(soundOf)
  const at = sound ? chapters.findIndex(({ chapterId }) => chapterId === sound.chapterId) : sounds.findIndex(isThere)
  const latest = sounds[at]
  // A chapter that is spoken again while it plays is heard to its end in its earlier form.
  if (latest && latest.src !== sound?.src && !isPlaying) setSound(latest)

  const plays = useRef(false)
  const startsAt = useRef(0)
  const src = sound?.src
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another sound, with which the element forgets its speed.
  useEffect(() => {
    const element = audio.current
    if (!element) return
    element.playbackRate = rate
    element.volume = volume
    if (!plays.current) return
    plays.current = false
    // Before it is loaded this is where it begins.
    if (startsAt.current > 0) element.currentTime = startsAt.current
    startsAt.current = 0
    // The browser may refuse to play; the button then stays at Play.
    void element.play()?.catch(() => undefined)
  }, [src])

  const play = (next: ChapterSound | undefined) => {
    if (!next) return
    if (next.src === src) return player.toggle()
    plays.current = true
    setSound(next)
  }
  const playFrom = (row: ChapterRow, seconds: number) => {
    const next = soundOf(row)
    if (!next) return
    if (next.src === src) {
      player.seek(seconds)
      if (!isPlaying) player.toggle()
      return
    }
    startsAt.current = seconds
    play(next)
  }
  const before = sounds.slice(0, Math.max(at, 0)).findLast(isThere)
  const after = sounds.slice(at + 1).find(isThere)
  return {
    audio,
    player,
    src,
    /** The chapter that is played, or would be; undefined: none can be heard. */
    chapter: chapters[at],
    /** Its sound is that of its present text, or still plays. */
    canPlay: latest !== undefined || isPlaying,
    toBefore: before && (() => play(before)),
    toAfter: after && (() => play(after)),
    /** Plays a chapter, or pauses it. */
    toggleChapter: (row: ChapterRow) => play(soundOf(row)),
    /** Plays a chapter from there, in seconds. */
    playFrom,
    /** The sound of a chapter that is being heard, or was paused in it. */
    listeningTo: (chapterId: string): Listening | undefined =>
      sound?.chapterId === chapterId
        ? { seconds: () => audio.current?.currentTime ?? 0, isPlaying, atSeconds: player.atSeconds }
        : undefined,
    isPlayingChapter: (chapterId: string) => isPlaying && sound?.chapterId === chapterId,
  }
}

export type WorkPlayer = ReturnType<typeof useWorkPlayer>
