import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { playAlone } from './one-sound.ts'

export interface PlayerState {
  isPlaying: boolean
  isLoading: boolean
  isBroken: boolean
  atSeconds: number
  lengthSeconds: number
  rate: number
  volume: number
  toggle: () => void
  seek: (seconds: number) => void
  setRate: (rate: number) => void
  setVolume: (volume: number) => void
}

/**
 * Plays one address. `knownSeconds` is used as the length until the browser has read it. With `startSeconds` it plays at once, from there: a sound that
 * was already playing elsewhere goes on.
 */
export function usePlayer(
  src: string,
  knownSeconds: number,
  startSeconds?: number,
): { audio: React.RefObject<HTMLAudioElement | null>; player: PlayerState } {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isLoading, setIsLoading] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  const [atSeconds, setAtSeconds] = useState(0)
  const [length, setLength] = useState<number>()
  const [rate, setRate] = useState(1)
  const [volume, setVolume] = useState(1)

  // A sound of the browser's cache tells of itself at once: who listens after the paint would miss it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another sound.
  useLayoutEffect(() => {
    const element = audio.current
    if (!element) return
    setAtSeconds(0)
    setLength(undefined)
    setIsBroken(false)
    setIsPlaying(false)
    setIsLoading(false)
    const on: Record<string, () => void> = {
      play: () => {
        playAlone(element)
        setIsPlaying(true)
      },
      pause: () => setIsPlaying(false),
      ended: () => setIsPlaying(false),
      waiting: () => setIsLoading(true),
      playing: () => setIsLoading(false),
      timeupdate: () => setAtSeconds(element.currentTime),
      durationchange: () => Number.isFinite(element.duration) && setLength(element.duration),
      error: () => {
        setIsLoading(false)
        setIsPlaying(false)
        setIsBroken(true)
      },
    }
    for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of Object.entries(on)) element.removeEventListener(name, listener)
      element.pause()
    }
  }, [src])

  useEffect(() => {
    const element = audio.current
    if (!element || startSeconds === undefined) return
    element.currentTime = startSeconds
    void element.play()?.catch(() => setIsPlaying(false))
  }, [startSeconds])

  const lengthSeconds = length ?? knownSeconds
  return {
    audio,
    player: {
      isPlaying,
      isLoading,
      isBroken,
      atSeconds: Math.min(atSeconds, lengthSeconds),
      lengthSeconds,
      rate,
      volume,
      toggle: () => {
        const element = audio.current
        if (!element) return
        // The browser may refuse to play; the button then stays at Play.
        if (element.paused) void element.play()?.catch(() => setIsPlaying(false))
        else element.pause()
      },
      seek: (seconds) => {
        if (audio.current) audio.current.currentTime = seconds
        setAtSeconds(seconds)
      },
      setRate: (next) => {
        if (audio.current) audio.current.playbackRate = next
        setRate(next)
      },
      setVolume: (next) => {
        if (audio.current) audio.current.volume = next
        setVolume(next)
      },
    },
  }
}
